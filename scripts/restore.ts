// `npm run db:restore -- FILE`: puts a backup in the database's place. The site must be stopped.
import { dirname, join } from 'node:path'
import { backedUpFiles, copyFiles } from '@/lib/attestations/files/copy-files'
import { restoreBackup } from '@/lib/database/restore'
import { explainFailure, fileToCopy, sumOf } from './database/explain'

const [backup] = process.argv.slice(2)
if (!backup) {
  console.error('Usage: npm run db:restore -- FILE (a backup that `npm run db:backup` wrote)')
  process.exit(1)
}
try {
  const { env } = await import('@/lib/env')
  const { aside, applied, counts } = await restoreBackup({ backup, file: fileToCopy(env.DATABASE_URL) })
  console.log(`Restored ${backup}: ${sumOf(counts)}, checked. Operators sign in again.`)
  const { filesFolder } = await import('@/lib/attestations/files/folder')
  const copied = await copyFiles(join(dirname(backup), backedUpFiles), filesFolder())
  if (copied > 0) console.log(`Copied back the files of reports that were missing: ${copied}.`)
  if (applied.length > 0) console.log(`It was older than the site: applied ${applied.join(', ')}.`)
  if (aside) console.log(`The database before it is kept as ${aside}: it holds personal data, delete it when done.`)
} catch (error) {
  explainFailure(error)
}
