import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/queue'
import { site } from '@/lib/site'
import { confirmFailure, type Exchange, endContactRequest, isWish, recordContactRequest } from './contact-request'
import { requestMade } from './engine/sections'
import { refusesCalls } from './sales-intent'
import type { ChatAnswer, ChatRequest, Status } from './schema'
import { senderDetailsIn } from './sender-details'
import { countUnanswered, readLastFacts, saveExchange, saveProgress, turnsOf } from './store'
import { askUpstream, endUpstream, type UpstreamProblem, upstreamStatus } from './upstream'

const minute = 60
const day = 24 * 60 * minute

/** Messages a minute: in one session, from one client and in total. */
export const sessionLimit = createRateLimit('LIMIT_CHAT_PER_SESSION', minute)
export const clientLimit = createRateLimit('LIMIT_CHAT_PER_CLIENT', minute)
export const globalLimit = createRateLimit('LIMIT_CHAT_GLOBAL', minute)

// Recorded exchanges a day. Beyond them the assistant answers without recording: nobody may fill the disk.
const recordedOfClient = createRateLimit('LIMIT_CHAT_RECORDED_PER_CLIENT', day)
const recordedInAll = createRateLimit('LIMIT_CHAT_RECORDED_GLOBAL', day)

/** Facts that a conversation remembers, for what goes on from them. */
const factsRemembered = 2

export async function chatStatus(): Promise<Status> {
  if (!isChatEnabled()) return { enabled: false, disabled_reason: 'disabled' }
  if (env.CHATBOT_URL) return upstreamStatus(env.CHATBOT_URL)
  // Whoever asks may have a question soon: the first answer takes no longer than others. A failure shows at the question.
  if (!isWarm) warmUp()
  return { enabled: true, disabled_reason: null }
}

export function isChatEnabled(): boolean {
  return env.CHATBOT_ENABLED
}

export async function chat(
  request: ChatRequest,
  client: string,
  signal: AbortSignal,
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  if (!env.CHATBOT_URL) return { answer: await answerHere(request, client) }
  const outcome = await askUpstream(env.CHATBOT_URL, request, signal)
  metrics.chatAnswers.inc({ outcome: 'problem' in outcome ? outcome.problem : 'answered' })
  return outcome
}

export async function endChat(request: Omit<ChatRequest, 'message'>, signal: AbortSignal) {
  if (env.CHATBOT_URL) return endUpstream(env.CHATBOT_URL, request, signal)
  await endContactRequest(request.session_id)
  wakeOutbox()
  return { ended: true }
}

async function answerHere(request: ChatRequest, client: string): Promise<ChatAnswer> {
  const { reply } = await loadEngine()
  const { session_id, language, message } = request
  const lastFacts = (await recordOrLog(() => readLastFacts(session_id))) ?? []
  const turns = (await recordOrLog(() => turnsOf(session_id))) ?? []
  const saidBy = (who: string) => turns.filter(({ role }) => role === who).map(({ content }) => content)
  const questions = saidBy('user')
  const [lastQuestion, lastAnswer] = [questions.at(-1), saidBy('assistant').at(-1)]
  const said = await reply(message, language, { facts: lastFacts, lastQuestion, lastAnswer })
  const sender = senderDetailsIn(message, language)
  const exchange: Exchange = { request, client, said, sender }
  const confirmed = (await recordOrLog(() => recordContactRequest(exchange))) ?? (await confirmFailure(exchange))
  if (confirmed) metrics.chatContacts.inc({ outcome: confirmed.outcome })
  const answer = confirmed?.answer ?? said.answer
  const outcome = said.unanswered && !confirmed ? 'unanswered' : 'answered'
  metrics.chatAnswers.inc({ outcome })
  await recordOrLog(async () => {
    const waitSeconds = (await recordedOfClient.take(client)) || (await recordedInAll.take('all'))
    if (waitSeconds > 0) return
    // After a request, "what happens next?" is about the request.
    const told = confirmed ? [requestMade] : said.facts
    const facts = [...new Set([...told, ...lastFacts])].slice(0, factsRemembered)
    const contactAsked = said.wish.contact || said.wish.quote
    await saveProgress(session_id, { language, lastFacts: facts, contactAsked })
    await saveExchange(session_id, { question: message, answer: answer.response })
    if (outcome === 'unanswered') await countUnanswered(message, answer.language ?? language)
  })
  // Neither who wants no call nor a private investor is invited to one.
  const isUninvited =
    [...questions, message].some(refusesCalls) || (lastFacts.includes('clients.retail') && !isWish(exchange))
  const shown = isUninvited ? { ...answer, should_show_contact_form: false } : answer
  return Object.keys(sender).length > 0 ? { ...shown, sender } : shown
}

let isWarm = false

function warmUp() {
  isWarm = true
  const answered = loadEngine().then(({ reply }) => reply(site.product, routing.defaultLocale))
  answered.catch(() => {
    isWarm = false
  })
}

// Imported only here: with an upstream its training is not loaded.
function loadEngine() {
  return import('./engine/reply')
}

// Answers do not need the database: without it, only the record is missing.
async function recordOrLog<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    log.error(describeError(error), 'conversation not recorded')
    return undefined
  }
}
