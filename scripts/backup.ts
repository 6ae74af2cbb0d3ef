// `npm run db:backup`: a checked copy of the database, also while the site runs. Exit code 1 when there is none.
import { dirname, join } from 'node:path'
import { backedUpFiles, copyFiles } from '@/lib/attestations/files/copy-files'
import { backUp } from '@/lib/database/backup'
import { explainFailure, fileToCopy, sumOf } from './database/explain'

try {
  const { env } = await import('@/lib/env')
  const { file, bytes, counts, deleted } = await backUp({
    file: fileToCopy(env.DATABASE_URL),
    folder: env.BACKUP_FOLDER,
    keep: env.BACKUP_KEEP,
    keepDays: env.BACKUP_KEEP_DAYS,
  })
  console.log(`Backed up to ${file}: ${bytes} bytes, ${sumOf(counts)}, checked.`)
  const { filesFolder } = await import('@/lib/attestations/files/folder')
  // After the database: what its reports name is there by now.
  const copied = await copyFiles(filesFolder(), join(dirname(file), backedUpFiles))
  if (copied > 0) console.log(`Copied the files of reports that were new: ${copied}.`)
  if (deleted.length > 0) console.log(`Deleted at the end of their time: ${deleted.join(', ')}.`)
} catch (error) {
  explainFailure(error)
}
