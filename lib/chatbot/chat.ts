import { askUpstream, endUpstream, type UpstreamProblem, upstreamStatus } from '@/lib/chatbot/upstream/upstream'
import { env } from '@/lib/env'
import { takeAll } from '@/lib/http/rate-limit'
import { loadMessages } from '@/lib/i18n/messages'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/queue'
import { contactConfirmation } from './contact-confirmation'
import { endContactRequest, type RecordedRequest, recordContactRequest } from './contact-request'
import type { Reply } from './engine/reply'
import { contactInvitation } from './engine/sections'
import { recordingLimits } from './rate-limits'
import { amendedSize, isProposedTime, refusesCalls } from './sales-intent'
import type { ChatAnswer, ChatRequest, SenderDetails, Status } from './schema'
import { isIntroduction, isReachable, senderDetailsIn } from './sender-details'
import { countUnanswered, endSession, readLastFacts, saveExchange, saveProgress, turnsOf } from './store'

/** Facts that a conversation remembers, for what goes on from them. */
const factsRemembered = 2

export async function chatStatus(): Promise<Status> {
  if (!isChatEnabled()) return { enabled: false, disabled_reason: 'disabled' }
  if (env.CHATBOT_URL) return upstreamStatus(env.CHATBOT_URL)
  return { enabled: true, disabled_reason: null }
}

export function isChatEnabled(): boolean {
  return env.CHATBOT_ENABLED
}

/** Answers a message, by the upstream of CHATBOT_URL or else the site's own assistant. */
export async function chat(
  request: ChatRequest,
  client: string,
  signal: AbortSignal,
): Promise<{ answer: ChatAnswer } | UpstreamProblem> {
  if (env.CHATBOT_URL) {
    const base = env.CHATBOT_URL
    const outcome = await askUpstream(base, request, signal)
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
  const { noMore, reply } = await import('./engine/reply')
  const { session_id, language, message } = request
  const lastFacts = (await recordOrLog(() => readLastFacts(session_id))) ?? []
  const turns = (await recordOrLog(() => turnsOf(session_id))) ?? []
  const saidBefore = turns.findLast(({ role }) => role === 'assistant')?.content
  const questions = turns.filter(({ role }) => role === 'user').map(({ content }) => content)
  const said = await reply(message, language, { facts: lastFacts, lastQuestion: async () => questions.at(-1) })
  const sender = senderDetailsIn(message, language)
  const wished = await recordWish(said, sender, questions, request, client)
  const isRepeated = !wished.recorded && wished.answer.response === saidBefore
  const { answer, recorded } = isRepeated
    ? { answer: await noMore(wished.answer, language), recorded: undefined }
    : wished
  const outcome = said.unanswered && !recorded ? 'unanswered' : 'answered'
  metrics.chatAnswers.inc({ outcome })
  await recordOrLog(async () => {
    const { session, client: perClient, all } = recordingLimits
    if ((await takeAll([session, session_id], [perClient, client], [all, 'all'])) > 0) return
    const facts = [...new Set([...said.facts, ...lastFacts])].slice(0, factsRemembered)
    const contactAsked = said.wish.contact || said.wish.quote
    await saveProgress(session_id, { language, lastFacts: facts, contactAsked })
    await saveExchange(session_id, { question: message, answer: answer.response })
    if (outcome === 'unanswered') await countUnanswered(message, answer.language ?? language)
  })
  const shown = [...questions, message].some(refusesCalls) ? { ...answer, should_show_contact_form: false } : answer
  return Object.keys(sender).length > 0 ? { ...shown, sender } : shown
}

// Whoever asks to be contacted, or leaves an address or a number, becomes a lead, and is told so.
async function recordWish(
  said: Reply,
  sender: SenderDetails,
  questions: string[],
  request: ChatRequest,
  client: string,
) {
  const { wish, answer } = said
  const contactAsked = wish.contact || wish.quote
  const locale = answer.language ?? request.language
  const catalog = { locale, messages: await loadMessages(locale) }
  const amended = amendmentOf(request, questions)
  const details = amended ? { ...sender, size: amended } : sender
  const addition = amended ?? (isProposedTime(request.message) ? request.message : undefined)
  const answerTo = ({ outcome, known }: RecordedRequest | { outcome: 'failed'; known: SenderDetails }) => {
    const isAddition = addition !== undefined && outcome === 'details'
    const all = { ...known, size: isAddition ? addition : details.size }
    const confirmation = contactConfirmation(outcome, all, catalog, wish)
    if (!confirmation) return answer.response
    const isRecorded = outcome !== 'failed' && outcome !== 'refused'
    const isAlone = isAddition || isInvitation(said) || isIntroduction(request.message, request.language)
    return (isRecorded && isAlone) || wish.quote ? confirmation : `${answer.response}\n\n${confirmation}`
  }
  const exchange = { request, answerTo, details, contactAsked, isAddition: addition !== undefined, client }
  const isWish = contactAsked || isReachable(sender)
  const found = await recordOrLog(() => recordContactRequest(exchange), isWish ? 'failed' : undefined)
  if (!found) return { answer, recorded: found }
  const recorded = typeof found === 'object' ? found : { outcome: found, known: sender }
  metrics.chatContacts.inc({ outcome: recorded.outcome })
  const response = answerTo(recorded)
  const isConfirmed = response !== answer.response
  return { answer: isConfirmed ? { ...answer, response, should_show_contact_form: true } : answer, recorded }
}

function amendmentOf({ message, language }: ChatRequest, questions: string[]): string | undefined {
  const sizes = questions.flatMap((question) => senderDetailsIn(question, language).size ?? [])
  const earlier = sizes.at(-1)
  return earlier === undefined ? undefined : amendedSize(message, earlier)
}

// The confirmation asks for the number, if it is missing: once is enough.
function isInvitation({ wish, facts }: Reply): boolean {
  return wish.contact && facts.every((id) => id === contactInvitation)
}

// Answers do not need the database: without it, only the record is missing.
async function recordOrLog<T, F extends string | undefined = undefined>(
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
