import { daySeconds } from '@/lib/durations'
import { env } from '@/lib/env'
import type { ProblemCode } from '@/lib/http/handler'
import { createRateLimit, type Limit } from '@/lib/http/rate-limit'
import { log } from '@/lib/log'
import { addressKeyOf, emailKeyOf } from './email-address'
import type { Contact } from './schema'
import { countRepeats, spamScoreOf, spamThreshold } from './spam-score'

/**
 * The result of checking a message: its spam score, and the reasons if it is
 * quarantined.
 */
export type Admission = { score: number; quarantine?: string[] }

type LeadRefusal = { code: ProblemCode; retryAfterSeconds?: number }

export type LeadOutcome<Result> =
  | (Result & { refusal?: undefined })
  | { refusal: LeadRefusal }

/** The client and the operator that a message counts against. */
export type Origin = {
  client: string
  /** The form's token, or null if the request has none. */
  token: string | null
  /** The operator whose server sent the message. */
  operator?: string
}

type LimitUse = [limit: Limit, key: string]

// How many times a day a client may use up the messages of ten minutes. Whoever
// does it more often is not a visitor with a question.
const maxWindowsPerDay = 4

// The settings LIMIT_CONTACT_* in lib/settings.ts contain the numbers and their
// windows.
const perClient = createRateLimit('LIMIT_CONTACT_PER_CLIENT')
const perClientADay = createRateLimit('LIMIT_CONTACT_PER_CLIENT', {
  windowSeconds: daySeconds,
  factor: maxWindowsPerDay,
})
const perSender = createRateLimit('LIMIT_CONTACT_PER_EMAIL')
const perOperator = createRateLimit('LIMIT_CONTACT_PER_OPERATOR')
const overall = createRateLimit('LIMIT_CONTACT_GLOBAL')

/**
 * Refuses senders beyond their own limits. Quarantines spam, and messages
 * beyond the global limit, so that a flood does not close the form to people.
 */
export async function admit(
  contact: Contact,
  origin: Origin,
  usage: Usage,
): Promise<LeadOutcome<Admission>> {
  // Messages from an operator's server skip the spam check and the visitors'
  // limits.
  if (origin.operator !== undefined) {
    const waitSeconds = await usage.takeAll([[perOperator, origin.operator]])
    return waitSeconds > 0 ? refuseFor(waitSeconds) : { score: 0 }
  }
  return admitVisitor(contact, origin, usage)
}

async function admitVisitor(
  contact: Contact,
  { client, token }: Origin,
  usage: Usage,
): Promise<LeadOutcome<Admission>> {
  const { address, mailbox } = describeSender(contact)
  const byClient: LimitUse[] = [
    [perClient, client],
    [perClientADay, client],
  ]
  const bySender: LimitUse[] = [[perSender, address]]
  const clientWait = await usage.takeAll(byClient)
  if (clientWait > 0) {
    // Reports the longest wait, so that a visitor who comes back then is not
    // turned away again.
    const wait = Math.max(clientWait, await usage.takeAll(bySender))
    return refuseFor(wait)
  }
  const repeats = await countRepeats(contact.message, mailbox)
  const { score, reasons } = spamScoreOf(contact, token, repeats)
  if (score >= spamThreshold) return { score, quarantine: reasons }
  const senderWait = await usage.takeAll(bySender)
  if (senderWait > 0) return refuseFor(senderWait)
  const floodWait = await usage.takeAll([[overall, 'all']])
  if (floodWait === 0) return { score }
  log.error(
    { limit: env.LIMIT_CONTACT_GLOBAL },
    'flood: messages beyond LIMIT_CONTACT_GLOBAL are quarantined',
  )
  return { score, quarantine: ['flood', ...reasons] }
}

/** Returns the keys under which a sender's messages are counted. */
function describeSender({ email, phone }: Contact) {
  return email
    ? { address: addressKeyOf(email), mailbox: emailKeyOf(email) }
    : { address: phone, mailbox: phone }
}

export type Usage = ReturnType<typeof createUsage>

/** Counts a message against its limits. `giveBack` undoes the counting. */
export function createUsage() {
  const counted: LimitUse[] = []
  return {
    /**
     * Resolves to 0 if all limits allow the message, or else to the longest
     * wait in seconds.
     */
    async takeAll(limits: LimitUse[]): Promise<number> {
      let longest = 0
      for (const [limit, key] of limits) {
        const waitSeconds = await limit.take(key)
        if (waitSeconds === 0) counted.push([limit, key])
        longest = Math.max(longest, waitSeconds)
      }
      return longest
    },
    async giveBack(): Promise<void> {
      for (const [limit, key] of counted) await limit.giveBack(key)
    },
  }
}

function refuseFor(retryAfterSeconds: number) {
  return { refusal: { code: 'rate_limited', retryAfterSeconds } as const }
}
