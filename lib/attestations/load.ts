import { log } from '@/lib/log'
import { type Report, toArchive } from './archive'
import { findPlaces } from './log/store'
import { yearPagePaths } from './pages'
import { reportsRevision } from './revision'
import { listReports } from './store'

// Next's bundles each have their own modules.
const holder = globalThis as { reportsArchive?: { revision: string; archive: Promise<Report[]> } }

/** All reports, read once for each change of them. Rejects while the database is away. */
export async function readArchive(): Promise<Report[]> {
  const revision = await reportsRevision()
  if (holder.reportsArchive?.revision !== revision) {
    const read = { revision, archive: readReports() }
    holder.reportsArchive = read
    read.archive.catch(() => {
      if (holder.reportsArchive === read) holder.reportsArchive = undefined
    })
  }
  return holder.reportsArchive.archive
}

async function readReports(): Promise<Report[]> {
  const [reports, places] = await Promise.all([listReports(), findPlaces()])
  return toArchive(reports, places)
}

/** The addresses of the pages of years. */
export async function listYearPages(): Promise<string[]> {
  return yearPagePaths(await readArchive())
}

/** The archive for the page, or undefined when the database is away, which is logged. */
export async function loadArchive(): Promise<Report[] | undefined> {
  try {
    return await readArchive()
  } catch (error) {
    const { name, message } = error as Error
    log.error({ error: name, message }, 'the list of reports could not be loaded')
    return undefined
  }
}
