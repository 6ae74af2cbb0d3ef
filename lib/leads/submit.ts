import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/worker'
import { admitOperator, admitVisitor, type Refusal } from './admission'
import { hasLeadContext, type LeadContext } from './context'
import { withLock } from './keyed-lock'
import { countSubmission, type SubmissionCount } from './limits'
import type { Contact } from './schema'
import { findReceipt, type Receipt, saveLead } from './store'

/** Who sends: a client by its network, with the form's token and its context if it has them, or an operator's server. */
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
  return withLock(`key ${sender.idempotencyKey}`, () => submitOnce(contact, sender))
}

async function submitOnce(contact: Contact, sender: Sender): Promise<Receipt | Refusal> {
  const { idempotencyKey } = sender
  const context = hasLeadContext() ? sender.context : undefined
  const earlier = await findReceipt(contact, idempotencyKey)
  if (earlier) return earlier === 'key_reused' ? reused : earlier
  const limits = countSubmission()
  let isStored = false
  try {
    const answer = await store(contact, sender, context, limits)
    isStored = !('code' in answer)
    return answer
  } finally {
    // Only what was stored counts: a visitor may try again after an error.
    if (!isStored) await limits.giveBack()
  }
}

async function store(
  contact: Contact,
  sender: Sender,
  context: LeadContext | undefined,
  limits: SubmissionCount,
): Promise<Receipt | Refusal> {
  const { idempotencyKey, operator } = sender
  const admission =
    operator === undefined ? await admitVisitor(contact, sender, limits) : await admitOperator(operator, limits)
  if ('code' in admission) return admission
  const saved = await saveLead(contact, idempotencyKey, { ...admission, context })
  if (saved === 'key_reused') return reused
  const source = operator === undefined ? 'form' : 'operator'
  metrics.leadsReceived.inc({ source, state: admission.quarantine ? 'quarantined' : 'accepted' })
  if (operator !== undefined) log.info({ operator, id: saved.id }, 'lead taken from an operator’s server')
  wakeOutbox()
  return saved
}
