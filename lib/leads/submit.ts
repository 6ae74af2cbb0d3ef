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
  /**
   * Set for a contact card: the chat transcript, and the time when sales get
   * the lead.
   */
  conversation?: Conversation
}

type Refusal = { code: ProblemCode; retryAfterSeconds?: number }

const reused: Refusal = { code: 'idempotency_key_reused' }

/**
 * Stores a submission unless a limit or a reused key refuses it. Confirms a
 * resent submission again without counting it.
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

// Limits a client to the messages of four ten-minute windows per day, out of
// 144, because anyone who uses up more is not a visitor with a question.
const windowsADay = 4

// The numbers are settings (LIMIT_CONTACT_* in lib/settings.ts).
const perClient = createRateLimit('LIMIT_CONTACT_PER_CLIENT', tenMinutes)
const perClientADay = createRateLimit('LIMIT_CONTACT_PER_CLIENT', day, {
  factor: windowsADay,
})
const perSender = createRateLimit('LIMIT_CONTACT_PER_EMAIL', hour)
const perOperator = createRateLimit('LIMIT_CONTACT_PER_OPERATOR', hour)
const overall = createRateLimit('LIMIT_CONTACT_GLOBAL', hour)

type Take = [limit: Limit, key: string]

/**
 * Counts a message against limits and adds those that allow it to `taken`.
 * Resolves to 0 if all of them allow it, or else to the longest wait in
 * seconds.
 */
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
 * Refuses senders beyond their own limits. Quarantines spam, and messages
 * beyond the global limit, so that a flood does not close the form to people.
 */
async function admit(
  contact: Contact,
  { client, token, operator }: Sender,
  take: (...takes: Take[]) => Promise<number>,
): Promise<Admission | Refusal> {
  // Messages from an operator's server skip the spam check and the visitors'
  // limits.
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
// it alone.
const threshold = 100

// Matches a link to its end, because a tracking link contains another link.
// Captures the site, because a signature links to its own site repeatedly.
const linkedSite = /https?:\/\/(?:www\.)?([^\s/?#]+)\S*/g

// Compared with the age of the form's token, which is not the time spent
// typing: restored drafts are sent immediately, and a slow network delays the
// token.
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
    // Enough on its own. A password manager may also fill in the field, but
    // sales see the lead in the digest within a day.
    ['honeypot', 100, contact.honeypot !== ''],
    ['hasty', 50, age !== undefined && age >= 0 && age < hastyMs],
    ['forged_token', 50, token !== null && age === undefined],
    ['many_links', 50, new Set(linked).size >= sitesOfSpam],
    ['markup', 50, /<a\s[^<>]*href|\[url=/i.test(contact.message)],
    // Never enough on its own, because colleagues, templates and forwarded
    // texts repeat a text without being spam.
    ['repeated_text', 40, others >= othersOfSpam],
    ['disposable_email', 40, isDisposableEmail(contact.email)],
  ]
  const found = signs.filter(([, , present]) => present)
  return {
    score: found.reduce((sum, [, weight]) => sum + weight, 0),
    reasons: found.map(([code]) => code),
  }
}

// Shorter texts may be the same by chance.
const minLetters = 30

const sentByMailbox = createCounter('text by mailbox', day)
const mailboxes = createCounter('mailboxes of a text', day)

/**
 * Returns how many other mailboxes sent the same letters in the last 24 hours,
 * or 0 if this mailbox has sent them before.
 */
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
 * Issues a token that says when a visitor started the form:
 * `<milliseconds since 1970>.<HMAC-SHA256>`.
 */
export function issueToken(now = Date.now()): string {
  return `${now}.${signature(String(now))}`
}

/**
 * Returns the milliseconds since the token was issued, or undefined if it is
 * not ours.
 */
export function tokenAge(token: string, now = Date.now()): number | undefined {
  const [issued = '', signed = ''] = token.split('.')
  const expected = Buffer.from(signature(issued))
  // Compares lengths in bytes, because a character may take several.
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
