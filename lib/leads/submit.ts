import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/queue'
import { inTurn } from '@/lib/serial-queue'
import {
  admit,
  type Counted,
  giveBack,
  type Origin,
  type Refusal,
} from './admission'
import type { LeadContext } from './context'
import type { Contact } from './schema'
import {
  type ChatTranscript,
  findReceipt,
  type Receipt,
  saveLead,
} from './store'

export type Sender = Origin & {
  idempotencyKey: string
  context?: LeadContext
  /**
   * Set for a contact card: the chat transcript, and the time when sales get
   * the lead.
   */
  conversation?: ChatTranscript
}

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
  return inTurn(`lead ${sender.idempotencyKey}`, () =>
    submitOnce(contact, sender),
  )
}

async function submitOnce(
  contact: Contact,
  sender: Sender,
): Promise<Receipt | Refusal> {
  const earlier = await findReceipt(contact, sender.idempotencyKey)
  if (earlier) return earlier === 'key_reused' ? reused : earlier
  const counted: Counted = []
  let answer: Receipt | Refusal | undefined
  try {
    answer = await admitAndSave(contact, sender, counted)
    return answer
  } finally {
    const isStored = answer !== undefined && 'id' in answer
    if (!isStored) await giveBack(counted)
  }
}

async function admitAndSave(
  contact: Contact,
  sender: Sender,
  counted: Counted,
): Promise<Receipt | Refusal> {
  const { idempotencyKey, operator, conversation } = sender
  const admission = await admit(contact, sender, counted)
  if ('code' in admission) return admission
  const context = env.LEADS_CONTEXT ? sender.context : undefined
  const extras = { ...admission, context, conversation }
  const saved = await saveLead(contact, idempotencyKey, extras)
  if (saved === 'key_reused') return reused
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
}

function sourceOf({ conversation, operator }: Sender): string {
  if (conversation) return 'chat'
  return operator === undefined ? 'form' : 'operator'
}
