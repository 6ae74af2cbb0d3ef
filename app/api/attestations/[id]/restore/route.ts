import { changeRateLimit } from '@/lib/attestations/manage'
import { putBackReport } from '@/lib/attestations/publish'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { authoriseChange } from '@/lib/operator/authorise'

type Context = { params: Promise<{ id: string }> }

export const POST = handler(async (request, { params }: Context) => {
  const retryAfterSeconds = await changeRateLimit.take(clientOf(request))
  if (retryAfterSeconds > 0) return problem('rate_limited', { retryAfterSeconds })
  const { operator, problem: refusal } = await authoriseChange(request)
  if (refusal) return refusal
  const report = await putBackReport((await params).id, operator)
  if (typeof report === 'string') return problem(report)
  if ('current' in report) return problem('month_published', { replaces: report.current })
  log.info({ operator, report: report.id }, 'report restored')
  return Response.json({ id: report.id })
})
