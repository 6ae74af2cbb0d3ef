import {
  chat,
  clientLimit,
  globalLimit,
  isChatEnabled,
  sessionLimit,
} from '@/lib/chatbot/chat'
import { chatRequestSchema } from '@/lib/chatbot/schema'
import { apiTable } from '@/lib/http/api-table'
import { handler, problem, readJsonBody } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'

const { maxBytes } = apiTable['/api/chatbot/chat'].POST.body

export const POST = handler(async (request) => {
  if (!isChatEnabled()) return problem('unavailable')
  const client = clientOf(request)
  const waitSeconds = await clientLimit.take(client)
  if (waitSeconds > 0)
    return problem('rate_limited', { retryAfterSeconds: waitSeconds })
  const body = await readJsonBody(request, chatRequestSchema, maxBytes)
  if (body.problem) return body.problem
  const globalWaitSeconds = await globalLimit.take('all')
  // 429 would tell a visitor with a single question that they had asked too
  // many.
  if (globalWaitSeconds > 0)
    return problem('unavailable', { retryAfterSeconds: globalWaitSeconds })
  const sessionWaitSeconds = await sessionLimit.take(body.value.session_id)
  if (sessionWaitSeconds > 0)
    return problem('rate_limited', { retryAfterSeconds: sessionWaitSeconds })
  const outcome = await chat(body.value, client, request.signal)
  if ('problem' in outcome) return problem(outcome.problem, outcome)
  return Response.json(outcome.answer, {
    headers: { 'Cache-Control': 'no-store' },
  })
})
