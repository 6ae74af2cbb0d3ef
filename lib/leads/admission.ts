import { env } from '@/lib/env'
import type { ProblemCode } from '@/lib/http/error-response'
import { log } from '@/lib/log'
import { emailKeyOf } from './email-key'
import type { SubmissionCount } from './limits'
import { countRepeats } from './repeated-text'
import type { Contact } from './schema'
import { isSpam, spamScoreOf } from './spam-score'

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
