import { env } from '@/lib/env'
import { problemResponse } from '@/lib/http/handler'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/worker'
import { runSerially } from '@/lib/serial-queue'
import {
  admit,
  createUsage,
  type LeadOutcome,
  type Origin,
  type Usage,
} from './admission'
import type { LeadContext } from './context'
import {
  type ChatPart,
  findReceipt,
  type Receipt,
  type Saved,
  saveLead,
} from './lead-store'
import type { Contact } from './schema'

export type Submission = Origin & {
  idempotencyKey: string
  context?: LeadContext
  /**
   * Set for a contact card: the chat transcript, and the time when sales get
   * the lead.
   */
  conversation?: ChatPart
}

const reused = { refusal: { code: 'idempotency_key_reused' } } as const

/**
 * Stores a submission unless a limit or a reused key refuses it. Confirms a
 * resent submission again without counting it.
 */
export function submitLead(
  contact: Contact,
  submission: Submission,
): Promise<LeadOutcome<Receipt>> {
  // If the same message is sent twice at once, the second request must find the
  // first.
  return runSerially(`lead ${submission.idempotencyKey}`, () =>
    submitOnce(contact, submission),
  )
}

async function submitOnce(
  contact: Contact,
  submission: Submission,
): Promise<LeadOutcome<Receipt>> {
  const earlier = await findReceipt(contact, submission.idempotencyKey)
  if (earlier) return earlier === 'key_reused' ? reused : earlier
  const usage = createUsage()
  let outcome: LeadOutcome<Saved> | undefined
  try {
    outcome = await admitAndSave(contact, submission, usage)
    return outcome
  } finally {
    const isNew = outcome && !outcome.refusal && outcome.isNew
    // Undoes the counting unless a new lead was stored, so that the visitor can
    // retry after an error.
    if (!isNew) await usage.giveBack()
  }
}

async function admitAndSave(
  contact: Contact,
  submission: Submission,
  usage: Usage,
): Promise<LeadOutcome<Saved>> {
  const { idempotencyKey, operator, conversation } = submission
  const admission = await admit(contact, submission, usage)
  if (admission.refusal) return admission
  const context = env.LEADS_CONTEXT ? submission.context : undefined
  const extras = { ...admission, context, conversation }
  const saved = await saveLead(contact, idempotencyKey, extras)
  if (saved === 'key_reused') return reused
  // Another process has stored and counted the same message in the meantime.
  if (!saved.isNew) return saved
  metrics.leadsReceived.inc({
    source: sourceOf(submission),
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

/** Answers 201 with the receipt, or with the refusal. */
export function outcomeResponse(outcome: LeadOutcome<Receipt>): Response {
  const { refusal } = outcome
  if (refusal) return problemResponse(refusal.code, refusal)
  const { id, receivedAt } = outcome
  return Response.json({ id, received_at: receivedAt }, { status: 201 })
}

function sourceOf({ conversation, operator }: Submission): string {
  if (conversation) return 'chat'
  return operator === undefined ? 'form' : 'operator'
}
