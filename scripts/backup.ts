// `npm run db:backup`: writes a verified copy of the database, even while the
// site runs. Exits with 1 if that fails.
import { backUp } from '@/lib/database/backup'
import { failWith } from './commands'

try {
  const { env } = await import('@/lib/env')
  const { file, deleted } = backUp(env.DATABASE_URL, env.BACKUP_FOLDER)
  console.log(`Backed up to ${file}, and checked the copy.`)
  if (deleted.length > 0)
    console.log(`Deleted old backups: ${deleted.join(', ')}.`)
} catch (error) {
  failWith(error)
}
