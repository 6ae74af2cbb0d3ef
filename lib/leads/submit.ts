import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import type { ProblemCode } from '@/lib/http/handler'
import {
  createCounter,
  createRateLimit,
  type Limit,
} from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/queue'
import type { LeadContext } from './context'
import { addressKeyOf, emailKeyOf, isDisposableEmail } from './normalize'
import type { Contact } from './schema'
import {
  type Admission,
  type Conversation,
  findReceipt,
  type Receipt,
  saveLead,
} from './store'

export type Sender = {
  client: string
  idempotencyKey: string
  token: string | null
  operator?: string
  context?: LeadContext
  /** Of a contact card: what was said in the chat, and when sales get the lead. */
  conversation?: Conversation
}

type Refusal = { code: ProblemCode; retryAfterSeconds?: number }

const reused: Refusal = { code: 'idempotency_key_reused' }

/**
 * Stores a submission unless a limit or a reused key refuses it. A resent one
 * is confirmed again and not counted.
 */
export function submitLead(
  contact: Contact,
  sender: Sender,
): Promise<Receipt | Refusal> {
  // If the same message is sent twice at once, the second request must find the
  // first.
  return inTurn(sender.idempotencyKey, () => submitOnce(contact, sender))
}

async function submitOnce(
  contact: Contact,
  sender: Sender,
): Promise<Receipt | Refusal> {
  const { idempotencyKey, operator, conversation } = sender
  const context = env.LEADS_CONTEXT ? sender.context : undefined
  const earlier = await findReceipt(contact, idempotencyKey)
  if (earlier) return earlier === 'key_reused' ? reused : earlier
  const taken: Take[] = []
  let isStored = false
  try {
    const admission = await admit(contact, sender, (...takes) =>
      takeAll(takes, taken),
    )
    if ('code' in admission) return admission
    const saved = await saveLead(contact, idempotencyKey, {
      ...admission,
      context,
      conversation,
    })
    if (saved === 'key_reused') return reused
    isStored = true
    metrics.leadsReceived.inc({
      source: sourceOf(sender),
      state: admission.quarantine ? 'quarantined' : 'accepted',
    })
    if (operator !== undefined)
      log.info(
        { operator, id: saved.id },
        'lead received from an operator’s server',
      )
    wakeOutbox()
    return saved
  } finally {
    // Gives back limits if nothing was stored, so that a visitor can retry
    // after an error.
    if (!isStored) for (const [limit, key] of taken) await limit.giveBack(key)
  }
}

function sourceOf({ conversation, operator }: Sender): string {
  if (conversation) return 'chat'
  return operator === undefined ? 'form' : 'operator'
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * Runs work with the same key one at a time in this process; other keys do not
 * wait.
 */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  // The previous caller already got its own error.
  const mine = (underWay.get(key) ?? Promise.resolve())
    .catch(() => undefined)
    .then(work)
  underWay.set(key, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key)
  }
}

export function sendsPrivacyControl(request: Request): boolean {
  return request.headers.get('sec-gpc') === '1'
}

export function contextOfForm(request: Request): LeadContext | undefined {
  const address = request.headers.get('referer') ?? ''
  if (sendsPrivacyControl(request) || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return origin === new URL(env.SITE_URL).origin
    ? { form_page: pathname }
    : undefined
}

const tenMinutes = 600
const hour = 3600
const day = 24 * hour

// A day has 144 windows of ten minutes: anyone who uses up four of them is not
// a visitor with a question.
const windowsADay = 4

// The numbers are settings: LIMIT_CONTACT_* in lib/settings.ts.
const perClient = createRateLimit('LIMIT_CONTACT_PER_CLIENT', tenMinutes)
const perClientADay = createRateLimit('LIMIT_CONTACT_PER_CLIENT', day, {
  factor: windowsADay,
})
const perSender = createRateLimit('LIMIT_CONTACT_PER_EMAIL', hour)
const perOperator = createRateLimit('LIMIT_CONTACT_PER_OPERATOR', hour)
const overall = createRateLimit('LIMIT_CONTACT_GLOBAL', hour)

type Take = [limit: Limit, key: string]

/** Takes limits and adds them to `taken`. Resolves to 0 if all of them allow it, else to the longest wait in seconds. */
async function takeAll(takes: Take[], taken: Take[]): Promise<number> {
  let longest = 0
  for (const [limit, key] of takes) {
    const waitSeconds = await limit.take(key)
    if (waitSeconds === 0) taken.push([limit, key])
    longest = Math.max(longest, waitSeconds)
  }
  return longest
}

/**
 * Refuses senders beyond their own limits. Quarantines spam and messages beyond the global limit, because a flood must not
 * close the form to people.
 */
async function admit(
  contact: Contact,
  { client, token, operator }: Sender,
  take: (...takes: Take[]) => Promise<number>,
): Promise<Admission | Refusal> {
  // Messages from an operator's server skip the spam check and the limits of visitors.
  if (operator !== undefined) {
    const operatorWait = await take([perOperator, operator])
    return operatorWait > 0 ? refuse(operatorWait) : { score: 0 }
  }
  const bySender: Take = [
    perSender,
    contact.email ? addressKeyOf(contact.email) : contact.phone,
  ]
  const clientWait = await take([perClient, client], [perClientADay, client])
  // Reports the longest wait, so that a visitor who comes back then is not
  // turned away again.
  if (clientWait > 0) return refuse(Math.max(clientWait, await take(bySender)))
  const repeats = await countRepeats(
    contact.message,
    contact.email ? emailKeyOf(contact.email) : contact.phone,
  )
  const { score, reasons } = spamScoreOf(contact, token, repeats)
  if (score >= threshold) return { score, quarantine: reasons }
  const senderWait = await take(bySender)
  if (senderWait > 0) return refuse(senderWait)
  if ((await take([overall, 'everybody'])) === 0) return { score }
  log.error(
    { limit: env.LIMIT_CONTACT_GLOBAL },
    'flood: messages beyond LIMIT_CONTACT_GLOBAL are quarantined',
  )
  return { score, quarantine: ['flood', ...reasons] }
}

function refuse(retryAfterSeconds: number): Refusal {
  return { code: 'rate_limited', retryAfterSeconds }
}

// Messages with this score or more are quarantined. Only the honeypot reaches
// it on its own.
const threshold = 100

// Matches a link to its end, because a tracking link contains another link. A signature links its own site repeatedly.
const linkedSite = /https?:\/\/(?:www\.)?([^\s/?#]+)\S*/g

// The form's age, not the time spent typing: restored drafts are sent at once,
// and a slow network restarts it.
const hastyMs = 4000
const sitesOfSpam = 3
const othersOfSpam = 2

export function spamScoreOf(
  contact: Pick<Contact, 'email' | 'message' | 'honeypot'>,
  token: string | null,
  others: number,
): { score: number; reasons: string[] } {
  const age = token === null ? undefined : tokenAge(token)
  const linked = [...contact.message.toLowerCase().matchAll(linkedSite)].map(
    ([, site]) => site,
  )
  const signs: [code: string, weight: number, present: boolean][] = [
    // Enough on its own. A password manager may also fill the field in; sales
    // learn of it from the digest the same day.
    ['honeypot', 100, contact.honeypot !== ''],
    ['hasty', 50, age !== undefined && age >= 0 && age < hastyMs],
    ['forged_token', 50, token !== null && age === undefined],
    ['many_links', 50, new Set(linked).size >= sitesOfSpam],
    ['markup', 50, /<a\s[^<>]*href|\[url=/i.test(contact.message)],
    // Never enough on its own: colleagues, templates and forwarded texts are
    // not spam.
    ['repeated_text', 40, others >= othersOfSpam],
    ['disposable_email', 40, isDisposableEmail(contact.email)],
  ]
  const found = signs.filter(([, , present]) => present)
  return {
    score: found.reduce((sum, [, weight]) => sum + weight, 0),
    reasons: found.map(([code]) => code),
  }
}

// Shorter texts are similar by chance.
const minLetters = 30

const sentByMailbox = createCounter('text by mailbox', day)
const mailboxes = createCounter('mailboxes of a text', day)

/** How many other mailboxes sent the same letters in the last 24 hours. */
export async function countRepeats(
  message: string,
  emailKey: string,
): Promise<number> {
  const letters = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const { count } = await sentByMailbox.add(`${emailKey} ${letters}`)
  if (count > 1) return 0
  return (await mailboxes.add(letters)).count - 1
}

/**
 * A token that says when a visitor started the form: `<milliseconds since
 * 1970>.<HMAC-SHA256>`.
 */
export function issueToken(now = Date.now()): string {
  return `${now}.${signature(String(now))}`
}

/** Milliseconds since the token was issued, or undefined if it is not ours. */
export function tokenAge(token: string, now = Date.now()): number | undefined {
  const [issued = '', signed = ''] = token.split('.')
  const expected = Buffer.from(signature(issued))
  // In bytes: a character may take several.
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined
  return now - Number(issued)
}

function signature(issued: string): string {
  return createHmac('sha256', env.APP_SECRET)
    .update(`contact-form:${issued}`)
    .digest('base64url')
}

export const corrections = createRateLimit(
  'LIMIT_CONTACT_PER_CLIENT',
  tenMinutes,
  {
    factor: 6,
    counter: 'corrections',
  },
)
