import { z } from 'zod'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/queue'
import { admitOperator, admitVisitor, countSubmission, type Refusal } from './admission'
import { contextSchema, hasLeadContext, type LeadContext } from './context'
import { type Contact, contactSchema } from './schema'
import { findReceipt, type Receipt, saveLead } from './store'

export type Sender = {
  client: string
  idempotencyKey: string
  token: string | null
  operator?: string
  context?: LeadContext
}

const reused: Refusal = { code: 'idempotency_key_reused' }

/** Stores a submission unless a limit or a reused key refuses it. A repetition is confirmed again and not counted. */
export function submitLead(contact: Contact, sender: Sender): Promise<Receipt | Refusal> {
  // Of the same message sent twice at once the second is to find the first.
  return inTurn(sender.idempotencyKey, () => submitOnce(contact, sender))
}

async function submitOnce(contact: Contact, sender: Sender): Promise<Receipt | Refusal> {
  const { idempotencyKey, operator } = sender
  const context = hasLeadContext() ? sender.context : undefined
  const earlier = await findReceipt(contact, idempotencyKey)
  if (earlier) return earlier === 'key_reused' ? reused : earlier
  const limits = countSubmission()
  let isStored = false
  try {
    const admission =
      operator === undefined ? await admitVisitor(contact, sender, limits) : await admitOperator(operator, limits)
    if ('code' in admission) return admission
    const saved = await saveLead(contact, idempotencyKey, { ...admission, context })
    if (saved === 'key_reused') return reused
    isStored = true
    const source = operator === undefined ? 'form' : 'operator'
    metrics.leadsReceived.inc({ source, state: admission.quarantine ? 'quarantined' : 'accepted' })
    if (operator !== undefined) log.info({ operator, id: saved.id }, 'lead taken from an operator’s server')
    wakeOutbox()
    return saved
  } finally {
    // Only what was stored counts: a visitor may try again after an error.
    if (!isStored) await limits.giveBack()
  }
}

export const submissionSchema = z.object({ ...contactSchema.shape, context: contextSchema.optional() })

export function sendsPrivacyControl(request: Request): boolean {
  return request.headers.get('sec-gpc') === '1'
}

export function contextOfForm(request: Request): LeadContext | undefined {
  const address = request.headers.get('referer') ?? ''
  if (sendsPrivacyControl(request) || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return origin === new URL(env.SITE_URL).origin ? { form_page: pathname } : undefined
}

const underWay = new Map<string, Promise<unknown>>()

/** Does work of the same key one after another in this process; work of other keys does not wait. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  // Whoever came before has been told of their own failure.
  const mine = (underWay.get(key) ?? Promise.resolve()).catch(() => undefined).then(work)
  underWay.set(key, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key)
  }
}
