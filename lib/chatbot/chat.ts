import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { routing } from '@/lib/i18n/routing'
import { deliverCardNow } from '@/lib/leads/card'
import { metrics } from '@/lib/metrics/metrics'
import { site } from '@/lib/site'
import { tryOrLog } from '@/lib/try-or-log'
import { hasContactDetails } from './contact-details'
import {
  readMemory,
  recordUnanswered,
  saveExchange,
  saveMemory,
  turnsOf,
} from './conversation-store'
import type { ChatAnswer, ChatRequest, ChatStatus } from './schema'
import {
  askUpstream,
  endUpstream,
  type UpstreamProblem,
  upstreamStatus,
} from './upstream'

/** Limits the messages per minute in a session, from a client and in total. */
export const sessionLimit = createRateLimit('LIMIT_CHAT_PER_SESSION')
export const clientLimit = createRateLimit('LIMIT_CHAT_PER_CLIENT')
export const globalLimit = createRateLimit('LIMIT_CHAT_GLOBAL')

// Limits recorded exchanges per day, so that nobody can fill the disk. Beyond
// these limits, the assistant answers without recording.
const recordedOfClient = createRateLimit('LIMIT_CHAT_RECORDED_PER_CLIENT')
const recordedInAll = createRateLimit('LIMIT_CHAT_RECORDED_GLOBAL')

export async function chatStatus(): Promise<ChatStatus> {
  if (!isChatEnabled()) return { enabled: false, disabled_reason: 'disabled' }
  if (env.CHATBOT_URL) return upstreamStatus()
  // Loads the assistant now, so that the first answer is as fast as later ones.
  // Ignores a failure, because the first question will report it.
  if (!isWarm) warmUp()
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
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  const { language } = request
  const outcome = env.CHATBOT_URL
    ? await askUpstream(env.CHATBOT_URL, request, signal)
    : await answerHere(request)
  if ('problem' in outcome) {
    metrics.chatAnswers.inc({ outcome: outcome.problem, language })
    return outcome
  }
  countAnswer(request, outcome.answer)
  // Answers even without the database, because the assistant needs none.
  await tryOrLog('a conversation could not be recorded', () =>
    record(request, client, outcome),
  )
  return outcome
}

export async function endChat(
  request: Omit<ChatRequest, 'message'>,
  signal: AbortSignal,
) {
  await tryOrLog('a contact card could not be delivered', () =>
    deliverCardNow(request.session_id),
  )
  if (env.CHATBOT_URL) return endUpstream(env.CHATBOT_URL, request, signal)
  return { ended: true }
}

type Answered = { answer: ChatAnswer; factIds?: string[] }

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
): void {
  metrics.chatAnswers.inc({
    outcome: unanswered ? 'unsure' : 'answered',
    language,
  })
  if (offers_contact || hasContactDetails(message))
    metrics.contactCards.inc({ outcome: 'shown', language })
}

async function record(
  { session_id, language, message }: ChatRequest,
  client: string,
  { answer, factIds = [] }: Answered,
) {
  const waitSeconds =
    (await recordedOfClient.take(client)) || (await recordedInAll.take('all'))
  if (waitSeconds > 0) return
  await saveMemory(session_id, {
    language,
    lastFacts: factIds,
    suggested: answer.suggestions ?? [],
    hasContactDetails: hasContactDetails(message),
  })
  await saveExchange(session_id, { question: message, answer: answer.response })
  if (answer.unanswered)
    await recordUnanswered(message, answer.language ?? language)
}

let isWarm = false

function warmUp() {
  isWarm = true
  const answered = loadAssistant().then(({ answerMessage }) =>
    answerMessage(site.product, routing.defaultLocale),
  )
  answered.catch(() => {
    isWarm = false
  })
}

/**
 * Imports the assistant on first use, so that a site with an upstream never
 * loads the trained classifier.
 */
function loadAssistant() {
  return import('./answer')
}
