import type { ReportStatus } from '@/lib/attestations/archive'
import type { ReportJson } from '@/lib/attestations/json'
import { fetchReports, fingerprintOf } from './api'
import type { LogOutcome } from './check-log'

export type FileOutcome = Omit<LogOutcome, 'state'> & {
  state: 'unavailable' | 'unknown' | ReportStatus | LogOutcome['state']
  sha256?: string
  /** The reports that the file belongs to, of one or several months. */
  known?: ReportJson[]
}

/**
 * Compares a file with the published reports, or with today's log if the file
 * is a copy of it. Rejects if the file cannot be read.
 */
export async function checkFile(file: Blob): Promise<FileOutcome> {
  if (await startsAsJson(file)) {
    const { checkLog } = await import('./check-log')
    const outcome = await checkLog(file)
    if (outcome) return outcome
  }
  const sha256 = await fingerprintOf(file)
  // Fetches the reports of all years, because the page shows only some.
  const reports = await fetchReports()
  if (!reports) return { state: 'unavailable', sha256 }
  const matches = reports.filter((known) => known.sha256 === sha256)
  const currentMonths = matches
    .filter(({ status }) => status === 'current')
    .map(({ report_date }) => report_date)
  // Leaves out earlier reports of a month that has a current one, because a
  // file that was withdrawn and republished is listed twice.
  const known = matches.filter(
    ({ status, report_date }) =>
      status === 'current' || !currentMonths.includes(report_date),
  )
  const [first = { status: 'unknown' as const }] = known
  const worst = known.find(({ status }) => status !== 'current') ?? first
  return { state: worst.status, sha256, known }
}

/**
 * Ignores the name, because curl -O saves the log without an extension. Reads
 * only the beginning, because a report can be large.
 */
async function startsAsJson(file: Blob): Promise<boolean> {
  const start = await file.slice(0, 64).text()
  return start.trimStart().startsWith('{')
}
