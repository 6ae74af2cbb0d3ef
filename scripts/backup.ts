// `npm run db:backup`: writes a verified copy of the database, even while the
// site runs. Exits with 1 if that fails.
import { dirname, join } from 'node:path'
import { backUp } from '@/lib/database/backup'
import { failWith } from './commands'

try {
  const { env } = await import('@/lib/env')
  const { backedUpFiles, copyFiles, filesFolder } = await import(
    '@/lib/attestations/files'
  )
  const { file, deleted } = backUp(env.DATABASE_URL, env.BACKUP_FOLDER)
  console.log(`Backed up to ${file}, checked.`)
  // Runs after the database backup, so that every file its reports refer to is
  // already stored.
  const copied = await copyFiles(
    filesFolder(),
    join(dirname(file), backedUpFiles),
  )
  if (copied > 0) console.log(`Copied the files of new reports: ${copied}.`)
  if (deleted.length > 0)
    console.log(`Deleted old backups: ${deleted.join(', ')}.`)
} catch (error) {
  failWith(error)
}
