// `npm run db:backup`: a checked copy of the database, also while the site runs. Exits with 1 if there is none.
import { dirname, join } from 'node:path'
import { backedUpFiles, copyFiles } from '@/lib/attestations/files'
import { backUp } from '@/lib/database/backup'

const maxBackups = 30
const maxDays = 30

try {
  const { env } = await import('@/lib/env')
  const { file, deleted } = backUp({
    url: env.DATABASE_URL,
    folder: env.BACKUP_FOLDER,
    keep: maxBackups,
    keepDays: maxDays,
  })
  console.log(`Backed up to ${file}, checked.`)
  const { filesFolder } = await import('@/lib/attestations/files')
  // After the database, so that every file its reports name is there by now.
  const copied = await copyFiles(filesFolder(), join(dirname(file), backedUpFiles))
  if (copied > 0) console.log(`Copied the files of new reports: ${copied}.`)
  if (deleted.length > 0) console.log(`Deleted old backups: ${deleted.join(', ')}.`)
} catch (error) {
  const { name, message } = error as Error
  console.error(['DatabaseRefused', 'EnvError', 'BrandError'].includes(name) ? message : error)
  process.exitCode = 1
}
