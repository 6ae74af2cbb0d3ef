import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'
import type { ProblemCode } from '@/lib/http/handler'
import { createCounter, createRateLimit, type Limit } from '@/lib/http/rate-limit'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { addressKeyOf, emailKeyOf, isDisposableEmail } from './normalize'
import type { Contact } from './schema'

const tenMinutes = 600
const hour = 3600
const day = 24 * hour

// A day has 144 windows of ten minutes: whoever fills four of them is no visitor with a question.
const windowsADay = 4

// How many is a setting: LIMIT_CONTACT_* in lib/settings.ts.
const perClient = createRateLimit('LIMIT_CONTACT_PER_CLIENT', tenMinutes)
const perClientADay = createRateLimit('LIMIT_CONTACT_PER_CLIENT', day, { factor: windowsADay })
const perSender = createRateLimit('LIMIT_CONTACT_PER_EMAIL', hour)
const perOperator = createRateLimit('LIMIT_CONTACT_PER_OPERATOR', hour)
const overall = createRateLimit('LIMIT_CONTACT_GLOBAL', hour)
// Counted apart: spam uses up no room of what people send in a flood, nor the other way round.
const spam = createRateLimit('LIMIT_CONTACT_FLOOD', hour, { counter: 'spam' })
const flood = createRateLimit('LIMIT_CONTACT_FLOOD', hour, { counter: 'flood' })

const everybody = 'everybody'

type Take = [limit: Limit, key: string]

export function countSubmission() {
  const taken: Take[] = []
  return {
    /** Counts against limits; resolves to 0 if all of them allow it, else to the longest wait in seconds. */
    async take(...takes: Take[]): Promise<number> {
      const waits = [0]
      for (const [limit, key] of takes) {
        const waitSeconds = await limit.take(key)
        if (waitSeconds === 0) taken.push([limit, key])
        waits.push(waitSeconds)
      }
      return Math.max(...waits)
    },
    async giveBack() {
      for (const [limit, key] of taken.splice(0)) await limit.giveBack(key)
    },
  }
}

type SubmissionCount = ReturnType<typeof countSubmission>

export type Admission = { score: number; quarantine?: string[] }

export type Refusal = { code: ProblemCode; retryAfterSeconds?: number }

/** Admits a message from an operator's server: no signs of spam are looked for, and no visitor's limit counts it. */
export async function admitOperator(operator: string, limits: SubmissionCount): Promise<Admission | Refusal> {
  return unlessLimited(await limits.take([perOperator, operator]), { score: 0 })
}

// Quarantine has limits of its own: spam must not close the form to people.
/** Quarantines spam and what is beyond the limit for everybody. Refuses those who send too much. */
export async function admitVisitor(
  contact: Contact,
  { client, token }: { client: string; token: string | null },
  limits: SubmissionCount,
): Promise<Admission | Refusal> {
  const bySender: Take = [perSender, addressKeyOf(contact.email)]
  const clientWait = await limits.take([perClient, client], [perClientADay, client])
  // The longest wait is named, so that a visitor who comes back then is not sent away again.
  if (clientWait > 0) return refuse(Math.max(clientWait, await limits.take(bySender)))
  const repeats = await countRepeats(contact.message, emailKeyOf(contact.email))
  const { score, reasons } = spamScoreOf(contact, token, repeats)
  if (isSpam({ score, reasons }))
    return unlessLimited(await limits.take([spam, everybody]), { score, quarantine: reasons })
  const senderWait = await limits.take(bySender)
  if (senderWait > 0) return refuse(senderWait)
  if ((await limits.take([overall, everybody])) === 0) return { score }
  alertOfFlood()
  return unlessLimited(await limits.take([flood, everybody]), { score, quarantine: ['flood', ...reasons] })
}

function unlessLimited(waitSeconds: number, admission: Admission): Admission | Refusal {
  return waitSeconds > 0 ? refuse(waitSeconds) : admission
}

function refuse(retryAfterSeconds: number): Refusal {
  return { code: 'rate_limited', retryAfterSeconds }
}

const alertEveryMs = 60_000
let alertedAt = Number.NEGATIVE_INFINITY
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

export function isSpam({ score }: SpamScore): boolean {
  return score >= threshold
}

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

// Shorter texts are alike by chance.
const minLetters = 30

const sentByMailbox = createCounter('text by mailbox', day)
const mailboxes = createCounter('mailboxes of a text', day)

// Starter questions and their answers are the site's own words: different visitors carry the same ones over.
/** How many other mailboxes sent the same letters in the last 24 hours. A conversation carried over does not count. */
export async function countRepeats(message: string, emailKey: string): Promise<number> {
  const catalogs = await Promise.all(routing.locales.map((locale) => loadMessages(locale)))
  const typed = catalogs.reduce((text, { Chat }) => text.split(Chat.carried, 1)[0] ?? '', message)
  const letters = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const { count } = await sentByMailbox.add(`${emailKey} ${letters}`)
  if (count > 1) return 0
  return (await mailboxes.add(letters)).count - 1
}

/** A token that says when a visitor began with the form: `<milliseconds since 1970>.<HMAC-SHA256>`. */
export function issueToken(now = Date.now()): string {
  return `${now}.${signature(String(now))}`
}

/** Milliseconds since the token was issued, or undefined when it is not ours. */
export function tokenAge(token: string, now = Date.now()): number | undefined {
  const [issued = '', signed = ''] = token.split('.')
  const expected = Buffer.from(signature(issued))
  // In bytes: a sign may take several.
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return now - Number(issued)
}

function signature(issued: string): string {
  return createHmac('sha256', env.APP_SECRET).update(`contact-form:${issued}`).digest('base64url')
}

const corrections = createRateLimit('LIMIT_CONTACT_PER_CLIENT', tenMinutes, { factor: 6, counter: 'corrections' })

export function takeCorrection(client: string): Promise<number> {
  return corrections.take(client)
}

const acknowledgements = createCounter('acknowledgements', day)

// One a day: the form must not become a way to flood somebody's mailbox.
export async function takeAcknowledgement(emailKey: string) {
  const { count } = await acknowledgements.add(emailKey)
  return { isFirst: count === 1, takeBack: () => acknowledgements.takeBack(emailKey) }
}
