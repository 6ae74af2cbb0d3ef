import { turnsOf } from '@/lib/chatbot/conversation-store'
import { minuteMs } from '@/lib/durations'
import { correctionLimit } from '@/lib/http/posted-form'
import { metrics } from '@/lib/metrics/metrics'
import { wakeOutbox } from '@/lib/outbox/worker'
import { tryOrLog } from '@/lib/try-or-log'
import type { LeadOutcome } from './admission'
import { type Card, parseContactDetails } from './card-schema'
import { changeChatLead, chatKeyOf, deliverChatLeadNow } from './chat-store'
import { emptyFields } from './contact-fields'
import type { Receipt } from './lead-store'
import type { Contact } from './schema'
import { type Submission, submitLead } from './submit'
import { writeTranscript } from './transcript'

// How long a card waits before it is sent, so that a correction made in the
// meantime reaches sales with it.
const settleMs = 2 * minuteMs

type CardSender = Pick<Submission, 'client' | 'token' | 'context'>

/**
 * Stores a contact card as a lead. Sending the card again changes the lead,
 * because a conversation has only one.
 */
export async function submitCard(
  card: Card,
  sender: CardSender,
): Promise<LeadOutcome<Receipt>> {
  const contact = contactOf(card)
  const idempotencyKey = chatKeyOf(card.session_id)
  const transcript = await transcriptOf(card.session_id)
  const dueAt = new Date(Date.now() + settleMs)
  const outcome = await submitLead(contact, {
    ...sender,
    idempotencyKey,
    conversation: { transcript, dueAt },
  })
  if (!outcome.refusal) {
    metrics.contactCards.inc({ outcome: 'sent', language: card.language })
    return outcome
  }
  if (outcome.refusal.code !== 'idempotency_key_reused') return outcome
  const retryAfterSeconds = await correctionLimit.take(sender.client)
  if (retryAfterSeconds > 0)
    return { refusal: { code: 'rate_limited', retryAfterSeconds } }
  const changed = await changeChatLead(idempotencyKey, contact, {
    transcript,
    dueAt,
  })
  wakeOutbox()
  return changed
}

function contactOf({
  reach,
  name,
  company,
  note,
  language,
  honeypot,
}: Card): Contact {
  const { email, phone, hasMore } = parseContactDetails(reach)
  // Adds the input to the note if it contains anything else, such as "evenings
  // only".
  const message = hasMore ? [reach, note].filter(Boolean).join('\n\n') : note
  const given = { name, email, company, phone, message }
  return { ...emptyFields, ...given, language, honeypot }
}

/**
 * Sends a card without waiting for corrections, because the visitor has closed
 * the chat.
 */
export async function deliverCardNow(sessionId: string) {
  await deliverChatLeadNow(sessionId, new Date(Date.now() + settleMs))
  wakeOutbox()
}

/**
 * Returns an empty transcript if it cannot be read, because the lead matters
 * more than its transcript.
 */
async function transcriptOf(sessionId: string): Promise<string> {
  const transcript = await tryOrLog(
    'a lead was stored without its conversation',
    async () => writeTranscript(await turnsOf(sessionId)),
  )
  return transcript ?? ''
}
