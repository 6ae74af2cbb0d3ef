import { clientLimit, isChatEnabled } from '@/lib/chatbot/chat'
import { feedbackSchema } from '@/lib/chatbot/schema'
import { countUnanswered } from '@/lib/chatbot/store'
import { apiTable } from '@/lib/http/api-table'
import { handler, problem, readJsonBody } from '@/lib/http/handler'
import { clientOf, isCrossSite } from '@/lib/http/request'

const { maxBytes } = apiTable['/api/chatbot/feedback'].POST.body

/**
 * Counts a question whose answer the visitor found wrong, for the operators.
 */
export const POST = handler(async (request) => {
  if (isCrossSite(request)) return problem('cross_site')
  const waitSeconds = await clientLimit.take(clientOf(request))
  if (waitSeconds > 0)
    return problem('rate_limited', { retryAfterSeconds: waitSeconds })
  if (!isChatEnabled()) return problem('unavailable')
  const body = await readJsonBody(request, feedbackSchema, maxBytes)
  if (body.problem) return body.problem
  const { message, language, comment } = body.value
  await countUnanswered(message, language, comment)
  return new Response(null, { status: 204 })
})
