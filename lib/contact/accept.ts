import { wakeDelivery } from '@/lib/delivery/loop'
import { env } from '@/lib/env'
import { createLimit, takeAll } from '@/lib/http/limits'
import type { ProblemCode } from '@/lib/http/problem'
import { emailKeyOf } from './email-key'
import type { Contact } from './schema'
import { type Receipt, saveContact } from './store'
import { suspicionsOf } from './suspicion'

const tenMinutes = 600
const hour = 3600
const day = 24 * hour

// A day has 144 windows of ten minutes: whoever fills four of them is no visitor with a question.
const windowsADay = 4

const perClient = createLimit(env.LIMIT_CONTACT_PER_CLIENT, tenMinutes)
const perClientADay = createLimit(env.LIMIT_CONTACT_PER_CLIENT * windowsADay, day)
const perEmail = createLimit(env.LIMIT_CONTACT_PER_EMAIL, hour)
const everybody = createLimit(env.LIMIT_CONTACT_GLOBAL, hour)

type Sender = { client: string; idempotencyKey: string; token: string | null }

export type Refusal = { code: ProblemCode; retryAfterSeconds?: number }

/** Stores a valid submission, unless a limit or the reuse of a key speaks against it. Throws when the database is away. */
export async function acceptContact(contact: Contact, sender: Sender): Promise<Receipt | Refusal> {
  const waitSeconds = await takeAll(
    [perClient, sender.client],
    [perClientADay, sender.client],
    [perEmail, emailKeyOf(contact.email)],
    [everybody, 'everybody'],
  )
  if (waitSeconds > 0) return { code: 'rate_limited', retryAfterSeconds: waitSeconds }
  const saved = await saveContact(contact, sender.idempotencyKey, suspicionsOf(contact, sender.token))
  if (saved === 'key_reused') return { code: 'idempotency_key_reused' }
  wakeDelivery()
  return saved
}
