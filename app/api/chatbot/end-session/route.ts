import { clientLimit, endChat, isChatEnabled } from '@/lib/chatbot/chat'
import { endRequestSchema } from '@/lib/chatbot/schema'
import { problemResponse, readJsonBody, routeHandler } from '@/lib/http/handler'
import { limitProblem } from '@/lib/http/rate-limit'
import { clientOf } from '@/lib/http/request'

export const POST = routeHandler(async (request) => {
  const limited = await limitProblem(clientLimit, clientOf(request))
  if (limited) return limited
  if (!isChatEnabled()) return problemResponse('unavailable')
  const body = await readJsonBody(request, endRequestSchema)
  if (body.problem) return body.problem
  const outcome = await endChat(body.value, request.signal)
  return 'problem' in outcome
    ? problemResponse(outcome.problem, outcome)
    : new Response(null, { status: 204 })
})
