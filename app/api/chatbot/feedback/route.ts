import { clientLimit, isChatEnabled } from '@/lib/chatbot/chat'
import { recordUnanswered } from '@/lib/chatbot/conversation-store'
import { feedbackSchema } from '@/lib/chatbot/schema'
import { problemResponse, readJsonBody, routeHandler } from '@/lib/http/handler'
import { limitProblem } from '@/lib/http/rate-limit'
import { clientOf } from '@/lib/http/request'

/**
 * Counts a question whose answer the visitor found wrong, for the operators.
 */
export const POST = routeHandler(async (request) => {
  const limited = await limitProblem(clientLimit, clientOf(request))
  if (limited) return limited
  if (!isChatEnabled()) return problemResponse('unavailable')
  const body = await readJsonBody(request, feedbackSchema)
  if (body.problem) return body.problem
  const { message, language, comment } = body.value
  await recordUnanswered(message, language, comment)
  return new Response(null, { status: 204 })
})
