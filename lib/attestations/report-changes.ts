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
import type { ChangeOutcome, ReportRefusal } from './refusal'
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

/**
 * Counts only authorized requests, because a stranger in the same office must
 * not use up an operator's limit.
 */
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
  | { report: NewReport; problems?: undefined }
  | { report?: undefined; problems: FieldProblems }

export async function checkReport(typed: unknown): Promise<Checked> {
  const parsed = reportSchema.safeParse(typed)
  return parsed.success
    ? checkReportFile(parsed.data)
    : { problems: fieldProblems(parsed.error) }
}

export async function checkReportFile(report: NewReport): Promise<Checked> {
  const sha256 = await storedFingerprint(report.file_url)
  if (sha256 === undefined) return { report }
  if (!(await isFileStored(sha256)))
    return { problems: { file_url: ['unknown_file'] } }
  if (report.sha256 !== null && report.sha256 !== sha256)
    return { problems: { sha256: ['other_file'] } }
  return { report: { ...report, file_url: pathOfFile(sha256), sha256 } }
}

// The queue in which reports are published one at a time, because two
// simultaneous reports for the same month would otherwise both be accepted.
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
) {
  log.info({ operator, report: report.id, ...more }, sentences[action])
  await recordAction(operator, action, { subject: report.id })
  await resolveWithin(maxLogMs, appendChanges()).finally(
    () => reportChanges.count++,
  )
  return { report }
}

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
): Promise<ChangeOutcome> {
  return runSerially(publishing, async () => {
    const earlier = await findPublished(report, key, draft)
    if (earlier) return earlier
    const refusal = await findMonthConflict(report)
    if (refusal) return { refusal }
    const saved = await saveReport(report, key, operator, { id: draft })
    return saved.refusal
      ? saved
      : recordChange(saved.report, 'published', operator, {
          replaces: saved.report.replacesId,
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
}: NewReport): Promise<ReportRefusal | undefined> {
  const archive = toArchive(await listReports())
  const replaced = archive.find(({ id }) => id === replaces)
  if (replaces !== null && !replaced) return { code: 'unknown_report' }
  if (replaced?.replacedById) return { code: 'already_replaced' }
  if (replaced && replaced.reportDate !== report_date)
    return {
      code: 'invalid_fields',
      fields: { report_date: ['other_month'] },
    }
  // Allows replacing one of several reports for a month, because earlier
  // releases allowed more than one.
  if (replaced && isCurrent(replaced)) return undefined
  return findCurrent(archive, report_date)
}

function findCurrent(
  archive: Report[],
  month: string,
): ReportRefusal | undefined {
  const current = archive.find(
    (report) => isCurrent(report) && report.reportDate === month,
  )
  return current && { code: 'month_published', current: current.id }
}

export async function withdrawReport(
  id: string,
  operator: string,
  reason: string | null,
  now = new Date(),
): Promise<ChangeOutcome> {
  const report = await findReport(id)
  if (!report) return { refusal: { code: 'not_found' } }
  const refusal = { code: 'already_withdrawn' } as const
  if (withdrawalOf(report)) return { refusal }
  const withdrawn = await addEvent(
    report,
    { kind: 'withdrawn', at: now, reason },
    operator,
  )
  return withdrawn ? recordChange(withdrawn, 'withdrew', operator) : { refusal }
}

export function restoreReport(
  id: string,
  operator: string,
  now = new Date(),
): Promise<ChangeOutcome> {
  return runSerially(publishing, async () => {
    const report = await findReport(id)
    if (!report) return { refusal: { code: 'not_found' } }
    const refusal = { code: 'not_withdrawn' } as const
    if (!withdrawalOf(report)) return { refusal }
    const conflict = findCurrent(
      toArchive(await listReports()),
      report.reportDate,
    )
    if (conflict) return { refusal: conflict }
    const restored = await addEvent(
      report,
      { kind: 'restored', at: now, reason: null },
      operator,
    )
    return restored ? recordChange(restored, 'restored', operator) : { refusal }
  })
}
