import { fetchAnswer } from '@/lib/browser/fetch-answer'
import type { FieldProblems, Problem } from '@/lib/http/error-response'
import type { Contact } from '@/lib/leads/schema'

// Longer than the server takes for a lead when its database is busy, shorter than a visitor's patience.
const maxSendMs = 30_000
const maxTokenMs = 30_000

export type SendOutcome =
  | { kind: 'sent'; id: string }
  | { kind: 'fields'; fields: FieldProblems }
  | { kind: 'failed'; code: string; retryAfterSeconds: number }

/**
 * Sends a contact form from the browser and waits up to 30 s for the answer. Never rejects: no connection, no answer
 * in time and unreadable answers are outcomes too.
 */
export async function sendContact(contact: Contact, idempotencyKey: string, token?: string): Promise<SendOutcome> {
  const answer = await fetchAnswer('/api/contact', maxSendMs, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      ...(token && { 'Form-Token': token }),
    },
    body: JSON.stringify(contact),
  })
  if (answer === 'offline') return { kind: 'failed', code: 'offline', retryAfterSeconds: 0 }
  // The message may have arrived: its receipt could not be confirmed.
  if (answer === 'late') return { kind: 'failed', code: 'unexpected', retryAfterSeconds: 0 }
  const { id, error }: Partial<Problem & { id: string }> = answer.body
  if (answer.status === 201 && id) return { kind: 'sent', id }
  if (error?.fields) return { kind: 'fields', fields: error.fields }
  const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 0)
  return { kind: 'failed', code: error?.code ?? 'unexpected', retryAfterSeconds }
}

/** The server's note of when this visitor began with the form; undefined when it could not be had (none is needed). */
export async function fetchToken(): Promise<string | undefined> {
  const answer = await fetchAnswer('/api/contact/token', maxTokenMs)
  if (typeof answer === 'string') return undefined
  return typeof answer.body.token === 'string' ? answer.body.token : undefined
}
