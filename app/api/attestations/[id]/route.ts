import { withdrawalOf } from '@/lib/attestations/archive'
import { changeRateLimit } from '@/lib/attestations/manage'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { withdrawReport } from '@/lib/attestations/store'
import { apiTable } from '@/lib/http/api-table'
import { readJson } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { authoriseChange } from '@/lib/operator/authorise'

const { maxBytes } = apiTable['/api/attestations/{id}'].DELETE.body

type Context = { params: Promise<{ id: string }> }

export const DELETE = handler(async (request, { params }: Context) => {
  const retryAfterSeconds = await changeRateLimit.take(clientOf(request))
  if (retryAfterSeconds > 0) return problem('rate_limited', { retryAfterSeconds })
  const { operator, problem: refusal } = await authoriseChange(request)
  if (refusal) return refusal
  const bodied = request.headers.has('content-type')
  const body = bodied ? await readJson(request, withdrawalSchema, maxBytes, {}) : { value: { reason: null } }
  if (body.problem) return body.problem
  const report = await withdrawReport((await params).id, operator, body.value.reason)
  if (typeof report === 'string') return problem(report)
  log.info({ operator, report: report.id }, 'report withdrawn')
  return Response.json({ id: report.id, withdrawn_at: withdrawalOf(report)?.at })
})
