import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import type { ProblemCode } from '@/lib/http/error-response'
import { createCounter } from '@/lib/http/rate-limit'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { emailKeyOf, isDisposableEmail } from './email-address'
import type { SubmissionCount } from './limits'
import type { Contact } from './schema'

const alertEveryMs = 60_000

/** How a message is stored: with its spam score, and with the reasons where it is quarantined. */
export type Admission = { score: number; quarantine?: string[] }

export type Refusal = { code: ProblemCode; retryAfterSeconds?: number }

/** Admits a message from an operator's server: no signs of spam are looked for, and no visitor's limit counts it. */
export async function admitOperator(operator: string, limits: SubmissionCount): Promise<Admission | Refusal> {
  const waitSeconds = await limits.operator(operator)
  return waitSeconds > 0 ? refuse(waitSeconds) : { score: 0 }
}

// Quarantine has limits of its own: spam must not close the form to people.
/** Quarantines spam and what is beyond the limit for everybody. Refuses those who send too much. */
export async function admitVisitor(
  contact: Contact,
  { client, token }: { client: string; token: string | null },
  limits: SubmissionCount,
): Promise<Admission | Refusal> {
  const clientWait = await limits.client(client)
  // The longest wait is named, so that a visitor who comes back then is not sent away again.
  if (clientWait > 0) return refuse(Math.max(clientWait, await limits.sender(contact.email)))
  const repeats = await countRepeats(contact.message, emailKeyOf(contact.email))
  const { score, reasons } = spamScoreOf(contact, token, repeats)
  if (isSpam({ score, reasons })) {
    const waitSeconds = await limits.spam()
    return waitSeconds > 0 ? refuse(waitSeconds) : { score, quarantine: reasons }
  }
  const senderWait = await limits.sender(contact.email)
  if (senderWait > 0) return refuse(senderWait)
  if ((await limits.everybody()) === 0) return { score }
  alertOfFlood()
  const waitSeconds = await limits.flood()
  return waitSeconds > 0 ? refuse(waitSeconds) : { score, quarantine: ['flood', ...reasons] }
}

function refuse(retryAfterSeconds: number): Refusal {
  return { code: 'rate_limited', retryAfterSeconds }
}

let alertedAt = Number.NEGATIVE_INFINITY
// Since the process started.
let flooded = 0

function alertOfFlood() {
  flooded++
  if (Math.abs(Date.now() - alertedAt) < alertEveryMs) return
  alertedAt = Date.now()
  log.error({ limit: env.LIMIT_CONTACT_GLOBAL, flooded }, 'flood: messages beyond LIMIT_CONTACT_GLOBAL are quarantined')
}

export type SpamScore = { score: number; reasons: string[] }

// From here on a message is quarantined. Every sign weighs less, but for two that people hardly ever give.
const threshold = 100

// The form's age, not the time spent typing: a restored draft is sent at once, a slow network begins it anew.
const hastyMs = 4000
const linksOfSpam = 3
const othersOfSpam = 2

/** Whether a score is that of spam, which is stored and not delivered. */
export function isSpam({ score }: SpamScore): boolean {
  return score >= threshold
}

/** The sum of the signs' weights. `others`: how many mailboxes sent the same text. A missing token is no sign. */
export function spamScoreOf(
  contact: Pick<Contact, 'email' | 'message' | 'honeypot'>,
  token: string | null,
  others: number,
): SpamScore {
  const age = token === null ? undefined : tokenAge(token)
  const links = contact.message.match(/https?:\/\//gi)?.length ?? 0
  const signs: [code: string, weight: number, present: boolean][] = [
    // Alone it is enough. A password manager may fill the field in, too: the digest tells sales the same day.
    ['honeypot', 100, contact.honeypot !== ''],
    ['hasty', 50, age !== undefined && age >= 0 && age < hastyMs],
    ['forged_token', 50, token !== null && age === undefined],
    ['many_links', 50, links >= linksOfSpam],
    ['markup', 50, /<a\s|\[url=/i.test(contact.message)],
    // Never enough alone: colleagues, a template or a forwarded text are no spam.
    ['repeated_text', 40, others >= othersOfSpam],
    ['disposable_email', 40, isDisposableEmail(contact.email)],
  ]
  const found = signs.filter(([, , present]) => present)
  return { score: found.reduce((sum, [, weight]) => sum + weight, 0), reasons: found.map(([code]) => code) }
}

const daySeconds = 24 * 60 * 60
// Shorter texts are alike by chance.
const minLetters = 30

const sentByMailbox = createCounter('text by mailbox', daySeconds)
const mailboxes = createCounter('mailboxes of a text', daySeconds)

/** How many other mailboxes sent the same letters in the last 24 hours. A conversation carried over does not count. */
export async function countRepeats(message: string, emailKey: string): Promise<number> {
  const letters = (await withoutConversation(message))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const { count } = await sentByMailbox.add(`${emailKey} ${letters}`)
  if (count > 1) return 0
  return (await mailboxes.add(letters)).count - 1
}

// Starter questions and their answers are the site's own words: different visitors carry the same ones over.
async function withoutConversation(message: string): Promise<string> {
  let text = message
  for (const heading of await conversationHeadings()) text = text.split(heading, 1)[0] ?? ''
  return text
}

async function conversationHeadings(): Promise<string[]> {
  const catalogs = await Promise.all(routing.locales.map((locale: Locale) => loadMessages(locale)))
  return catalogs.map(({ Chat }) => Chat.carried)
}

const separator = '.'

/** A token that says when a visitor began with the form: `<milliseconds since 1970>.<HMAC-SHA256>`. */
export function issueToken(now = Date.now()): string {
  return [now, signature(String(now))].join(separator)
}

/** Milliseconds since the token was issued, or undefined when it is not ours. */
export function tokenAge(token: string, now = Date.now()): number | undefined {
  const [issued = '', signed = ''] = token.split(separator)
  const expected = Buffer.from(signature(issued))
  // In bytes: a sign may take several.
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return now - Number(issued)
}

function signature(issued: string): string {
  return createHmac('sha256', env.APP_SECRET).update(`contact-form:${issued}`).digest('base64url')
}
