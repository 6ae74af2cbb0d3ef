import { log } from '@/lib/log'
import { type Report, toArchive } from './archive'
import { listReports } from './store'

/** The archive for the page, or undefined when the database is away, which is logged. */
export async function loadArchive(): Promise<Report[] | undefined> {
  try {
    return toArchive(await listReports())
  } catch (error) {
    const { name, message } = error as Error
    log.error({ error: name, message }, 'the list of reports could not be loaded')
    return undefined
  }
}
