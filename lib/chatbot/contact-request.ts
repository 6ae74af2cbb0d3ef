import { createTranslator } from 'next-intl'
import { createRateLimit } from '@/lib/http/rate-limit'
import { loadMessages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import {
  createChatLead,
  deliverChatLeadNow,
  findChatLead,
  type KnownDetails,
  mergeDetails,
  type Turn,
  updateChatLead,
} from '@/lib/leads/chat-store'
import { emptyFields } from '@/lib/leads/fields'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { cut } from '@/lib/typed-text'
import { linkTags } from './engine/facts'
import type { Reply } from './engine/reply'
import { contactInvitation, sectionOf } from './engine/sections'
import { asksReceipt, isProposedTime, isQuestion, isRemark, refusesCalls, sentencesOf } from './sales-intent'
import type { ChatAnswer, ChatRequest, SenderDetails } from './schema'
import { hasPartOfNumber, isReachable, senderDetailsIn } from './sender-details'
import { turnsOf } from './store'

const daySeconds = 24 * 60 * 60

// A name or a number often follows a request: delivery waits for it.
const settleMs = 2 * 60_000

const clientDeliveries = createRateLimit('LIMIT_CHAT_LEADS_PER_CLIENT', daySeconds)
const allDeliveries = createRateLimit('LIMIT_CHAT_LEADS_GLOBAL', daySeconds)

/**
 * `updated`: was a lead already; `details`: updated with details of the visitor, or with a size or a time; `refused`: over
 * the daily limit; `failed`: not stored.
 */
type Outcome = 'created' | 'updated' | 'details' | 'refused' | 'failed'

type Confirmed = { outcome: Outcome; answer: ChatAnswer }

export type Exchange = {
  request: ChatRequest
  client: string
  said: Reply
  sender: SenderDetails
}

/**
 * Records a wish to be contacted as a lead, or adds to it, and returns the answer that the visitor is shown: the transcript
 * stores exactly that. Undefined without a wish. Throws without a database.
 */
export async function recordContactRequest(exchange: Exchange): Promise<Confirmed | undefined> {
  const { request, said, client, sender } = exchange
  const { session_id: sessionId, language, message } = request
  const addition = additionIn(exchange)
  const lead = await findChatLead(sessionId)
  if (!lead) {
    if (!isWish(exchange)) return undefined
    if ((await clientDeliveries.take(client)) > 0) {
      log.warn({ client }, 'contact request in the chat refused: too many from this client today')
      return confirm(exchange, 'refused', mergeDetails(emptyFields, sender))
    }
    const isFlood = (await allDeliveries.take('all')) > 0
    if (isFlood) log.error('conversations of today exceed their limit: quarantined as flood')
    const earlier = await turnsOf(sessionId)
    const known = mergeDetails(knownFrom(earlier, language), sender)
    const confirmed = await confirm(exchange, 'created', known)
    const isCreated = await createChatLead({
      sessionId,
      language,
      turns: [...earlier, ...turnsNow(message, confirmed)],
      details: known,
      dueAt: new Date(Date.now() + settleMs),
      quarantine: isFlood ? 'flood' : null,
    })
    if (isCreated) {
      metrics.leadsReceived.inc({ source: 'chat', state: isFlood ? 'quarantined' : 'accepted' })
      return confirmed
    }
  }
  const outcome = Object.keys(sender).length > 0 || addition !== undefined ? 'details' : 'updated'
  const confirmed = await confirm(exchange, outcome, mergeDetails(lead ?? emptyFields, sender))
  await updateChatLead(sessionId, {
    turns: turnsNow(message, confirmed),
    details: sender,
    dueAt: () => nextDelivery(client),
  })
  return outcome === 'details' || asksContact(said) ? confirmed : undefined
}

export async function confirmFailure(exchange: Exchange): Promise<Confirmed | undefined> {
  return isWish(exchange) ? confirm(exchange, 'failed', emptyFields) : undefined
}

export function isWish({ said, sender, request }: Pick<Exchange, 'said' | 'sender' | 'request'>): boolean {
  // A private person is led to the shop, and is no lead.
  const isGiven = isReachable(sender) || hasPartOfNumber(request.message, request.language)
  return asksContact(said) || (isGiven && said.answer.lead_type !== 'retail')
}

function asksContact({ wish }: Reply): boolean {
  return wish.contact || wish.quote
}

/** What a message adds to a request, beside how to reach its sender; '' if it is not worth repeating, as "ok". */
function additionIn({ request: { message, language }, said, sender }: Exchange): string | undefined {
  const isPart = hasPartOfNumber(message, language) || !/\p{L}/u.test(message)
  const isReceipt = asksReceipt(message)
  const isAddition = isPart || isReceipt || isProposedTime(message) || addsToRequest(message, said)
  if (isReachable(sender) || !isAddition) return undefined
  const isShort = (message.match(/\p{L}+/gu)?.length ?? 0) <= 3 && !/\d/.test(message)
  return sender.size ?? (isShort || isReceipt ? '' : cut(message.trim().replace(/[.…!]+$/, ''), maxAddition))
}

const maxAddition = 120

const aboutSender = [contactInvitation, 'fees.quote']

/** Beside a request, what asks nothing adds to it: "I'm Jo from Alder Bank", "make it 4", "for a central bank, yes". */
function addsToRequest(message: string, { isClear, facts, answer }: Reply): boolean {
  if (message.includes('?') || refusesCalls(message)) return false
  const isAboutSender = facts.length > 0 && facts.every((id) => aboutSender.includes(id) || sectionOf(id) === 'clients')
  return isRemark(message) || (!isQuestion(message) && (isAboutSender || !(isClear || answer.lead_type)))
}

async function confirm(exchange: Exchange, outcome: Outcome, known: KnownDetails): Promise<Confirmed> {
  const { said, request, sender } = exchange
  const { answer, wish, facts } = said
  const addition = outcome === 'details' ? additionIn(exchange) : undefined
  const response = await wordConfirmation(exchange, outcome, { ...known, size: addition ?? sender.size })
  if (!response) return { outcome, answer }
  // The confirmation asks for the number, if it is missing: once is enough.
  const isInvitation = facts.every((id) => aboutSender.includes(id) || id === 'contact.team')
  const asksNothing = addition !== undefined || !(asksContact(said) || sentencesOf(request.message).some(isQuestion))
  const shown = { ...answer, should_show_contact_form: true }
  if (!(isInvitation || asksNothing))
    return { outcome, answer: { ...shown, response: `${answer.response}\n\n${response}` } }
  const sources = wish.quote ? answer.sources : []
  const none = { redirect_to: null, lead_type: null, suggestions: undefined }
  return { outcome, answer: { ...shown, ...none, sources, response } }
}

/**
 * What a visitor is told of a recorded wish to be contacted: what was understood, and what is missing, with a link to the
 * form; '' if there is nothing to tell. The details are all that is known, the newest size included.
 */
async function wordConfirmation(
  { said, request: { message, language } }: Exchange,
  outcome: Outcome,
  { phone, email, size }: SenderDetails,
): Promise<string> {
  const { answer, wish } = said
  const locale = answer.language ?? language
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const link = linkTags(locale).contact(messages.Contact.title)
  if (outcome === 'failed' || outcome === 'refused') return `${t('contactFailed')}\n\n${link}`
  if (outcome === 'updated' && !asksContact(said)) return ''
  const isNew = outcome === 'created'
  const added = asksReceipt(message) ? 'contactKnown' : 'contactAdded'
  const contact = isNew ? 'contactRecorded' : added
  const missing = hasPartOfNumber(message, language) ? 'contactIncomplete' : 'contactMissing'
  const noted = [phone, email, !wish.quote && size].filter(Boolean)
  const sentences = [
    wish.quote ? t(isNew ? 'quoteRecorded' : 'quoteAdded', { size: size || 'none' }) : t(contact),
    noted.length > 0 && t('contactNoted', { details: noted.join(', ') }),
    !isReachable({ phone, email }) && `${t(missing)}\n\n${link}`,
  ]
  return sentences.filter(Boolean).join(' ')
}

// Reads few messages, because an address or a number makes a request at once.
const maxTurnsRead = 8

function knownFrom(turns: Turn[], language: Locale): KnownDetails {
  const said = turns.filter(({ role }) => role === 'user').slice(-maxTurnsRead)
  return said.map(({ content }) => senderDetailsIn(content, language)).reduce(mergeDetails, emptyFields as KnownDetails)
}

function turnsNow(message: string, { answer }: Confirmed): Turn[] {
  const sentAt = new Date()
  return [
    { role: 'user', content: message, sentAt },
    { role: 'assistant', content: answer.response, sentAt },
  ]
}

// Beyond the limits an addition is delivered late, not lost.
async function nextDelivery(client: string): Promise<Date> {
  const waitSeconds = (await clientDeliveries.take(client)) || (await allDeliveries.take('all'))
  return new Date(Date.now() + settleMs + waitSeconds * 1000)
}

export function endContactRequest(sessionId: string): Promise<void> {
  return deliverChatLeadNow(sessionId, new Date(Date.now() + settleMs))
}
