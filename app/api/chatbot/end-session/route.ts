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
  const { refusal } = await endChat(body.value, request.signal)
  return refusal
    ? problemResponse(refusal.code, refusal)
    : new Response(null, { status: 204 })
})
