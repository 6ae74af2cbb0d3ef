import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { deliverCardNow } from '@/lib/leads/card'
import { metrics } from '@/lib/metrics/metrics'
import { tryOrLog } from '@/lib/try-or-log'
import { hasContactDetails } from './contact-details'
import { readMemory, turnsOf } from './conversation-store'
import { loadAssistant, warmUpAssistant } from './load-assistant'
import { type Answered, recordExchange } from './record-exchange'
import type { ChatAnswer, ChatRequest, ChatStatus } from './schema'
import {
  askUpstream,
  endUpstream,
  type UpstreamOutcome,
  upstreamStatus,
} from './upstream'

/** The messages per minute in a session. */
export const sessionLimit = createRateLimit('LIMIT_CHAT_PER_SESSION')
/** The messages per minute from a client. */
export const clientLimit = createRateLimit('LIMIT_CHAT_PER_CLIENT')
/** The messages per minute in total. */
export const globalLimit = createRateLimit('LIMIT_CHAT_GLOBAL')

export async function chatStatus(): Promise<ChatStatus> {
  if (!isChatEnabled()) return { enabled: false, disabled_reason: 'disabled' }
  if (env.CHATBOT_URL) return upstreamStatus()
  warmUpAssistant()
  return { enabled: true, disabled_reason: null }
}

export function isChatEnabled(): boolean {
  return env.CHATBOT_ENABLED
}

/**
 * Answers a message, from the upstream if there is one, and records the
 * exchange.
 */
export async function chat(
  request: ChatRequest,
  client: string,
  signal: AbortSignal,
): Promise<UpstreamOutcome<{ answer: ChatAnswer }>> {
  const { language } = request
  const outcome: UpstreamOutcome<Answered> = env.CHATBOT_URL
    ? await askUpstream(env.CHATBOT_URL, request, signal)
    : await answerHere(request)
  if (outcome.refusal) {
    metrics.chatAnswers.inc({ outcome: outcome.refusal.code, language })
    return outcome
  }
  countAnswer(request, outcome.answer)
  // Answers even without the database, because the assistant needs none.
  await tryOrLog('a conversation could not be recorded', () =>
    recordExchange(request, client, outcome),
  )
  return outcome
}

export async function endChat(
  request: Omit<ChatRequest, 'message'>,
  signal: AbortSignal,
): Promise<UpstreamOutcome<object>> {
  await tryOrLog('a contact card could not be delivered', () =>
    deliverCardNow(request.session_id),
  )
  if (env.CHATBOT_URL) return endUpstream(env.CHATBOT_URL, request, signal)
  return {}
}

async function answerHere({
  session_id,
  language,
  message,
}: ChatRequest): Promise<Answered> {
  const { answerMessage } = await loadAssistant()
  const before = await tryOrLog(
    'a conversation could not be read',
    async () => ({
      ...(await readMemory(session_id)),
      turns: await turnsOf(session_id),
    }),
  )
  return answerMessage(message, language, before)
}

function countAnswer(
  { language, message }: ChatRequest,
  { unanswered, offers_contact }: ChatAnswer,
) {
  metrics.chatAnswers.inc({
    outcome: unanswered ? 'unsure' : 'answered',
    language,
  })
  if (offers_contact || hasContactDetails(message))
    metrics.contactCards.inc({ outcome: 'shown', language })
}
