import { isCurrent, type Report, sharingFile } from '@/lib/attestations/archive'
import { type NewReport, rowOf } from '@/lib/attestations/fields'
import { needsSecondPerson } from '@/lib/attestations/four-eyes'
import { reportJson } from '@/lib/attestations/json'
import { readArchive } from '@/lib/attestations/load'
import { refusalResponse } from '@/lib/attestations/refusal'
import type { StoredReport } from '@/lib/attestations/report'
import {
  changeRateLimit,
  checkReportFile,
  publishReport,
  reportSchema,
} from '@/lib/attestations/report-changes'
import { findPublished } from '@/lib/attestations/report-store'
import type { ReportDraft } from '@/lib/console/reports/draft-store'
import { submitReport } from '@/lib/console/reports/drafts'
import { problemResponse, readJsonBody, routeHandler } from '@/lib/http/handler'
import { limitProblem } from '@/lib/http/rate-limit'
import { clientOf, idempotencyKeyOf } from '@/lib/http/request'
import { authorizeReportChange } from '@/lib/operator/authorize'

export const GET = routeHandler(async (request) => {
  const archive = await readArchive()
  const complete =
    new URL(request.url).searchParams.get('include') === 'history'
  const shown = complete ? archive : archive.filter(isCurrent)
  return Response.json(shown.map(reportJson))
})

/**
 * Publishes a report, and answers 201 once it is durable. Repeating a request
 * returns the first response and does not count against the limits.
 */
export const POST = routeHandler(async (request) => {
  const { operator, problem } = await authorizeReportChange(request)
  if (problem) return problem
  const sent = await readReport(request)
  const earlier = sent.problem
    ? undefined
    : await findPublished(sent.report, sent.key)
  if (earlier?.report) return publishedResponse(earlier.report)
  const limited = await limitProblem(changeRateLimit, clientOf(request))
  if (limited) return limited
  if (sent.problem) return sent.problem
  const { report, key } = sent
  if (needsSecondPerson(rowOf(report))) {
    const { draft, refusal } = await submitReport(report, key, operator)
    return refusal ? refusalResponse(refusal) : submittedResponse(report, draft)
  }
  const published = await publishReport(report, key, operator)
  return published.refusal
    ? refusalResponse(published.refusal)
    : publishedResponse(published.report)
})

/** Answers 202, because a second person must publish the report in the console. */
async function submittedResponse(
  report: NewReport,
  { id, submittedBy, submittedAt }: ReportDraft,
): Promise<Response> {
  return Response.json(
    {
      id,
      status: 'pending',
      submitted_by: submittedBy,
      submitted_at: submittedAt,
      same_file_months: sameFileMonths(await readArchive(), rowOf(report)),
    },
    { status: 202 },
  )
}

async function publishedResponse(report: StoredReport): Promise<Response> {
  const archive = await readArchive()
  const published = archive.find(({ id }) => id === report.id)
  const body = published && {
    ...reportJson(published),
    same_file_months: sameFileMonths(archive, published),
  }
  return Response.json(body, { status: 201 })
}

/**
 * Tells a program which other months have the same file, because it may be the
 * wrong file. The console warns people in the same way.
 */
function sameFileMonths(
  archive: Report[],
  report: Pick<Report, 'sha256' | 'reportDate'>,
): string[] | undefined {
  const months = sharingFile(archive, report).map(
    ({ reportDate }) => reportDate,
  )
  return months.length > 0 ? months : undefined
}

async function readReport(request: Request) {
  const key = idempotencyKeyOf(request)
  if (!key) return { problem: problemResponse('invalid_idempotency_key') }
  const body = await readJsonBody(request, reportSchema)
  if (body.problem) return { problem: body.problem }
  const { report, problems } = await checkReportFile(body.value)
  return problems
    ? { problem: problemResponse('invalid_fields', { fields: problems }) }
    : { key, report }
}
