import { askUpstream, endUpstream, type UpstreamProblem, upstreamStatus } from '@/lib/chatbot/upstream/upstream'
import { env } from '@/lib/env'
import { takeAll } from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/worker'
import { inSpan } from '@/lib/tracing'
import { endContactRequest, recordContactRequest } from './contact-request'
import { recordingLimits } from './rate-limits'
import type { ChatAnswer, ChatRequest, Status } from './schema'
import { isReachable, senderDetailsIn } from './sender-details'
import { countUnanswered, endSession, readLastEntry, saveMessage, saveProgress } from './store'

export async function chatStatus(): Promise<Status> {
  if (!isChatEnabled()) return { enabled: false, disabled_reason: 'disabled' }
  if (env.CHATBOT_URL) return upstreamStatus(env.CHATBOT_URL)
  return { enabled: true, disabled_reason: null }
}

export function isChatEnabled(): boolean {
  return env.CHATBOT_ENABLED === 'true'
}

/** Answers a message, by the upstream of CHATBOT_URL or else the site's own assistant. */
export async function chat(
  request: ChatRequest,
  client: string,
  signal: AbortSignal,
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  if (env.CHATBOT_URL) {
    const base = env.CHATBOT_URL
    const work = () => askUpstream(base, request, signal)
    const outcome = await inSpan('ask upstream', {}, work, (result) =>
      'problem' in result ? result.problem : undefined,
    )
    metrics.chatAnswers.inc({ outcome: 'problem' in outcome ? outcome.problem : 'answered' })
    return outcome
  }
  return { answer: await answerHere(request, client) }
}

export async function endChat(request: Omit<ChatRequest, 'message'>, signal: AbortSignal) {
  if (env.CHATBOT_URL) return endUpstream(env.CHATBOT_URL, request, signal)
  await endSession(request.session_id)
  await endContactRequest(request.session_id)
  wakeOutbox()
  return { ended: true }
}

async function answerHere(request: ChatRequest, client: string): Promise<ChatAnswer> {
  // Imported only here: with an upstream its training is not loaded.
  const { confirmContactRequest, reply } = await import('./engine/reply')
  const { session_id, language, message } = request
  const previous = await attempt(() => readLastEntry(session_id))
  const said = await reply(message, language, previous)
  const { contactAsked } = said
  const details = senderDetailsIn(message, language)
  const exchange = { request, answer: said.answer.response, details, contactAsked, client }
  // Whoever leaves an address or a number waits for an answer, too.
  const isWish = contactAsked || isReachable(details)
  const attempted = await attempt(() => recordContactRequest(exchange), isWish ? 'failed' : undefined)
  const recorded = typeof attempted === 'object' ? attempted.outcome : attempted
  const { answer, entry, unanswered } = recorded ? await confirmContactRequest(said, recorded, request) : said
  metrics.chatAnswers.inc({ outcome: unanswered ? 'unanswered' : 'answered' })
  if (recorded) metrics.chatContacts.inc({ outcome: recorded })
  await attempt(async () => {
    const { session, client: perClient, all } = recordingLimits
    if ((await takeAll([session, session_id], [perClient, client], [all, 'all'])) > 0) return
    await saveProgress(session_id, { language, lastEntry: entry ?? previous ?? null, contactAsked })
    await saveMessage(session_id, { role: 'user', content: message })
    await saveMessage(session_id, { role: 'assistant', content: answer.response })
    if (unanswered) await countUnanswered(message, language)
  })
  return answer
}

// Answers do not need the database: without it, only the record is missing.
async function attempt<T, F extends string | undefined = undefined>(
  work: () => Promise<T>,
  otherwise = undefined as F,
): Promise<T | F> {
  try {
    return await work()
  } catch (error) {
    const { name, code } = error as Error & { code?: string }
    log.error({ error: name, code }, 'conversation not recorded')
    return otherwise
  }
}
