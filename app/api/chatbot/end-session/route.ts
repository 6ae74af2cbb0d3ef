import { clientLimit, endChat, isChatEnabled } from '@/lib/chatbot/chat'
import { endRequestSchema } from '@/lib/chatbot/schema'
import { apiTable } from '@/lib/http/api-table'
import { handler, problem, readJsonBody } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'

const { maxBytes } = apiTable['/api/chatbot/end-session'].POST.body

export const POST = handler(async (request) => {
  const waitSeconds = await clientLimit.take(clientOf(request))
  if (waitSeconds > 0)
    return problem('rate_limited', { retryAfterSeconds: waitSeconds })
  if (!isChatEnabled()) return problem('unavailable')
  const body = await readJsonBody(request, endRequestSchema, maxBytes)
  if (body.problem) return body.problem
  const outcome = await endChat(body.value, request.signal)
  return 'problem' in outcome
    ? problem(outcome.problem, outcome)
    : new Response(null, { status: 204 })
})
