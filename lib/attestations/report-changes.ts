import { type FieldProblems, fieldProblems } from '@/lib/http/handler'
import { createRateLimit, limitProblem } from '@/lib/http/rate-limit'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import { authorizeReportChange } from '@/lib/operator/authorize'
import type { Authorized } from '@/lib/operator/keys'
import { reportChanges } from '@/lib/process-state'
import { runSerially } from '@/lib/serial-queue'
import { site } from '@/lib/site'
import { resolveWithin } from '@/lib/time-limit'
import { isCurrent, type Report, toArchive, withdrawalOf } from './archive'
import type { NewReport } from './fields'
import { pathOfFile } from './file-address'
import { isFileStored, storedFingerprint } from './file-store'
import { appendChanges } from './log/log-store'
import type { StoredReport } from './report'
import {
  addEvent,
  findPublished,
  findReport,
  listReports,
  saveReport,
} from './report-store'
import { reportSchemaSince } from './schema'

export const changeRateLimit = createRateLimit('LIMIT_ATTESTATIONS_PER_CLIENT')

type Authorize = (request: Request) => Promise<Authorized>

// Counts only authorized requests, because a stranger in the same office must
// not use up an operator's limit.
export async function authorizeAndLimit(
  request: Request,
  authorize: Authorize = authorizeReportChange,
): Promise<Authorized> {
  const authorized = await authorize(request)
  if (authorized.problem) return authorized
  const limited = await limitProblem(changeRateLimit, clientOf(request))
  return limited ? { problem: limited } : authorized
}

export const reportSchema = reportSchemaSince(site.founded, site.metals)

type Checked =
  | { report: NewReport; fields?: undefined }
  | { report?: undefined; fields: FieldProblems }

export async function checkReport(typed: unknown): Promise<Checked> {
  const parsed = reportSchema.safeParse(typed)
  return parsed.success
    ? checkReportFile(parsed.data)
    : { fields: fieldProblems(parsed.error) }
}

export async function checkReportFile(report: NewReport): Promise<Checked> {
  const sha256 = await storedFingerprint(report.file_url)
  if (sha256 === undefined) return { report }
  if (!(await isFileStored(sha256)))
    return { fields: { file_url: ['unknown_file'] } }
  if (report.sha256 !== null && report.sha256 !== sha256)
    return { fields: { sha256: ['other_file'] } }
  return { report: { ...report, file_url: pathOfFile(sha256), sha256 } }
}

// Publishes one report at a time, because two simultaneous reports for the same
// month would otherwise both be accepted.
const publishing = 'reports'

// How long a response waits for its change to be logged. The change is
// published either way.
const maxLogMs = 5_000

const sentences = {
  published: 'report added',
  withdrew: 'report withdrawn',
  restored: 'report restored',
} as const

async function recordChange(
  report: StoredReport,
  action: keyof typeof sentences,
  operator: string,
  more: object = {},
): Promise<StoredReport> {
  log.info({ operator, report: report.id, ...more }, sentences[action])
  await recordAction(operator, action, { subject: report.id })
  await resolveWithin(maxLogMs, appendChanges()).finally(
    () => reportChanges.count++,
  )
  return report
}

type MonthPublished = { current: string }

export type Refused =
  | MonthPublished
  | { fields: FieldProblems }
  | 'key_reused'
  | 'unknown_report'
  | 'already_replaced'

export type Published = StoredReport | Refused

/**
 * Publishes a validated report durably, under the id of its draft, if any. A
 * repeated request (same key or draft, same report) returns the first report. A
 * second report for a month is refused unless it replaces the first.
 */
export function publishReport(
  report: NewReport,
  key: string,
  operator: string,
  draft?: string,
): Promise<Published> {
  return runSerially(publishing, async () => {
    const refused =
      (await findPublished(report, key, draft)) ??
      (await findMonthConflict(report))
    if (refused) return refused
    const saved = await saveReport(report, key, operator, { id: draft })
    return typeof saved === 'string'
      ? saved
      : recordChange(saved, 'published', operator, {
          replaces: saved.replacesId,
        })
  })
}

/**
 * Returns why a report conflicts with published reports, or undefined if it
 * does not.
 */
export async function findMonthConflict({
  report_date,
  replaces,
}: NewReport): Promise<Refused | undefined> {
  const archive = toArchive(await listReports())
  const replaced = archive.find(({ id }) => id === replaces)
  if (replaces !== null && !replaced) return 'unknown_report'
  if (replaced?.replacedById) return 'already_replaced'
  if (replaced && replaced.reportDate !== report_date)
    return { fields: { report_date: ['other_month'] } }
  // Allows replacing one of several reports for a month, because earlier
  // releases allowed more than one.
  if (replaced && isCurrent(replaced)) return undefined
  return findCurrent(archive, report_date)
}

function findCurrent(
  archive: Report[],
  month: string,
): MonthPublished | undefined {
  const current = archive.find(
    (report) => isCurrent(report) && report.reportDate === month,
  )
  return current && { current: current.id }
}

export async function withdrawReport(
  id: string,
  operator: string,
  reason: string | null,
  now = new Date(),
) {
  const report = await findReport(id)
  if (!report) return 'not_found'
  if (withdrawalOf(report)) return 'already_withdrawn'
  const withdrawn = await addEvent(
    report,
    { kind: 'withdrawn', at: now, reason },
    operator,
  )
  return withdrawn
    ? recordChange(withdrawn, 'withdrew', operator)
    : 'already_withdrawn'
}

export function restoreReport(id: string, operator: string, now = new Date()) {
  return runSerially(publishing, async () => {
    const report = await findReport(id)
    if (!report) return 'not_found'
    if (!withdrawalOf(report)) return 'not_withdrawn'
    const conflict = findCurrent(
      toArchive(await listReports()),
      report.reportDate,
    )
    if (conflict) return conflict
    const restored = await addEvent(
      report,
      { kind: 'restored', at: now, reason: null },
      operator,
    )
    return restored
      ? recordChange(restored, 'restored', operator)
      : 'not_withdrawn'
  })
}
