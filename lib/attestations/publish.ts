import { fieldProblems } from '@/lib/http/body'
import type { FieldProblems } from '@/lib/http/error-response'
import { site } from '@/lib/site'
import { type Report, toArchive } from './archive'
import { type NewReport, pathOfFile } from './fields'
import { isFileKept, keptFingerprint } from './files'
import { reportSchemaSince } from './schema'
import { findPublished, findReport, listReports, restoreReport, type StoredReport, saveReport } from './store'

type Checked = { report: NewReport; fields?: undefined } | { report?: undefined; fields: FieldProblems }

/** A report of the same month is on the list: a new one has to replace it. */
export type MonthPublished = { current: string }

type Refused = MonthPublished | { fields: FieldProblems } | 'key_reused' | 'unknown_report' | 'already_replaced'

export type Published = StoredReport | Refused

/** The schema of a new report with the company's founding year. */
export const reportSchema = reportSchemaSince(site.founded)

/** A report as it would be published, or the codes of what is wrong with it, by field. */
export async function checkReport(typed: unknown): Promise<Checked> {
  const parsed = reportSchema.safeParse(typed)
  return parsed.success ? withFingerprint(parsed.data) : { fields: fieldProblems(parsed.error) }
}

/** A report with the path and fingerprint of a file that the site keeps, or how it contradicts the file, by field. */
export async function withFingerprint(report: NewReport): Promise<Checked> {
  const sha256 = await keptFingerprint(report.file_url)
  if (sha256 === undefined) return { report }
  if (!(await isFileKept(sha256))) return { fields: { file_url: ['unknown_file'] } }
  if (report.sha256 !== null && report.sha256 !== sha256) return { fields: { sha256: ['other_file'] } }
  return { report: { ...report, file_url: pathOfFile(sha256), sha256 } }
}

// One at a time, or two reports of one month could both find it free.
let previous: Promise<unknown> = Promise.resolve()

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = previous.then(work, work)
  previous = result
  return result
}

/** Publishes a checked report durably. The same key and report return the first; a month has one report on the list. */
export function publishReport(report: NewReport, key: string, operator: string): Promise<Published> {
  return inTurn(async () => {
    const earlier = await findPublished(report, key)
    return earlier ?? (await findMonthConflict(report)) ?? saveReport(report, key, operator)
  })
}

async function findMonthConflict({ report_date, replaces }: NewReport): Promise<Refused | undefined> {
  const archive = toArchive(await listReports())
  const replaced = archive.find(({ id }) => id === replaces)
  if (replaced?.replacedById) return 'already_replaced'
  if (replaced && replaced.reportDate !== report_date) return { fields: { report_date: ['other_month'] } }
  return findCurrent(archive, report_date, replaces)
}

function findCurrent(archive: Report[], month: string, except: string | null): MonthPublished | undefined {
  const current = archive.find(({ id, status, reportDate }) => {
    return status === 'current' && reportDate === month && id !== except
  })
  return current && { current: current.id }
}

/** Puts a withdrawn report back on the list, unless another one of its month is there now. */
export function putBackReport(
  id: string,
  operator: string,
): Promise<Awaited<ReturnType<typeof restoreReport>> | MonthPublished> {
  return inTurn(async () => {
    const report = await findReport({ id })
    const conflict = report && findCurrent(toArchive(await listReports()), report.reportDate, id)
    return conflict ?? restoreReport(id, operator)
  })
}
