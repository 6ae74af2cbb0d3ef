import { setTimeout } from 'node:timers/promises'
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

/** What a promise resolves to within so many milliseconds; undefined when it takes longer. */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<{ value: Value } | undefined> {
  const late = setTimeout(milliseconds, undefined, { ref: false })
  return Promise.race([promise.then((value) => ({ value })), late])
}
