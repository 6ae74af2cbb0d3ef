import {
  chat,
  clientLimit,
  globalLimit,
  isChatEnabled,
  sessionLimit,
} from '@/lib/chatbot/chat'
import { chatRequestSchema } from '@/lib/chatbot/schema'
import { problemResponse, readJsonBody, routeHandler } from '@/lib/http/handler'
import { limitProblem } from '@/lib/http/rate-limit'
import { clientOf } from '@/lib/http/request'

export const POST = routeHandler(async (request) => {
  if (!isChatEnabled()) return problemResponse('unavailable')
  const client = clientOf(request)
  const limited = await limitProblem(clientLimit, client)
  if (limited) return limited
  const body = await readJsonBody(request, chatRequestSchema)
  if (body.problem) return body.problem
  const globalWaitSeconds = await globalLimit.take('all')
  // Answers 503, because 429 would tell a visitor with a single question that
  // they had asked too many.
  if (globalWaitSeconds > 0)
    return problemResponse('unavailable', {
      retryAfterSeconds: globalWaitSeconds,
    })
  const { session_id } = body.value
  const sessionLimited = await limitProblem(sessionLimit, session_id)
  if (sessionLimited) return sessionLimited
  const outcome = await chat(body.value, client, request.signal)
  const { refusal } = outcome
  if (refusal) return problemResponse(refusal.code, refusal)
  return Response.json(outcome.answer)
})
