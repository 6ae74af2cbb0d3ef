import { reportJson } from '@/lib/attestations/json'
import { readArchive } from '@/lib/attestations/load'
import { publishReport } from '@/lib/attestations/publish'
import { answerPublished } from '@/lib/attestations/published-answer'
import { changeRateLimit } from '@/lib/attestations/rate-limits'
import { reportSchema } from '@/lib/attestations/report-schema'
import { apiTable } from '@/lib/http/api-table'
import { readJson } from '@/lib/http/body'
import { clientOf } from '@/lib/http/client'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { idempotencyKeyOf } from '@/lib/http/idempotency-key'
import { authoriseChange } from '@/lib/operator/authorise'

const { maxBytes } = apiTable['/api/attestations'].POST.body

/** The published reports, newest month first; `?include=history` adds withdrawn and replaced ones. */
export const GET = handler(async (request) => {
  const archive = await readArchive()
  const complete = new URL(request.url).searchParams.get('include') === 'history'
  const shown = complete ? archive : archive.filter(({ status }) => status === 'current')
  return Response.json(shown.map(reportJson))
})

export const POST = handler(async (request) => {
  const retryAfterSeconds = await changeRateLimit.take(clientOf(request))
  if (retryAfterSeconds > 0) return problem('rate_limited', { retryAfterSeconds })
  const { operator, problem: refusal } = await authoriseChange(request)
  if (refusal) return refusal
  const key = idempotencyKeyOf(request)
  if (!key) return problem('invalid_idempotency_key')
  const body = await readJson(request, reportSchema, maxBytes)
  if (body.problem) return body.problem
  return answerPublished(await publishReport(body.value, key, operator), operator)
})
