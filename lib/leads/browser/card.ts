import { failureOf, fetchAnswer } from '@/lib/browser/fetch-answer'
import type { Card } from '@/lib/leads/card-schema'
import { contextOfVisit, type SendOutcome } from './message'

// Longer than the server needs to store a lead while its database is busy, but
// shorter than a visitor's patience.
const maxSendMs = 30_000

/**
 * Sends a contact card. Never rejects. The card can safely be sent again,
 * because a conversation has only one lead.
 */
export async function sendCard(
  card: Card,
  hasContext: boolean,
): Promise<SendOutcome> {
  const context = hasContext ? contextOfVisit() : undefined
  const answer = await fetchAnswer('/api/chatbot/contact', maxSendMs, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...card, context }),
  })
  if (typeof answer === 'string' || answer.status !== 201)
    return failureOf(answer)
  const { id }: { id?: string } = answer.body
  return id ? { kind: 'sent', id } : failureOf(answer)
}
