import { isChatEnabled } from '@/lib/chatbot/chat'
import { problemResponse, readJsonBody, routeHandler } from '@/lib/http/handler'
import { clientOf, sendsPrivacyControl } from '@/lib/http/request'
import { submitCard } from '@/lib/leads/card'
import { cardSubmissionSchema } from '@/lib/leads/context'
import { outcomeResponse } from '@/lib/leads/submit'

/**
 * Stores the contact card of a conversation, or changes it: 201 once it is
 * durable.
 */
export const POST = routeHandler(async (request) => {
  if (!isChatEnabled()) return problemResponse('unavailable')
  const body = await readJsonBody(request, cardSubmissionSchema)
  if (body.problem) return body.problem
  const { context: sent, ...card } = body.value
  const context = sendsPrivacyControl(request) ? undefined : sent
  const token = request.headers.get('form-token')
  const outcome = await submitCard(card, {
    client: clientOf(request),
    token,
    context,
  })
  return outcomeResponse(outcome)
})
