import type { FieldProblems, Problem } from '@/lib/http/problem'
import type { Contact } from './schema'

export type SendOutcome =
  | { kind: 'sent'; id: string }
  | { kind: 'fields'; fields: FieldProblems }
  | { kind: 'failed'; code: string; retryAfterSeconds: number }

/** Sends a contact form from the browser. Never throws: no connection and unreadable answers are outcomes too. */
export async function sendContact(contact: Contact, idempotencyKey: string, token?: string): Promise<SendOutcome> {
  const response = await post(contact, { 'Idempotency-Key': idempotencyKey, ...(token && { 'Form-Token': token }) })
  if (!response) return { kind: 'failed', code: 'offline', retryAfterSeconds: 0 }
  const answer: Partial<Problem & { id: string }> = await response.json().catch(() => ({}))
  if (response.status === 201 && answer.id) return { kind: 'sent', id: answer.id }
  if (answer.error?.fields) return { kind: 'fields', fields: answer.error.fields }
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0)
  return { kind: 'failed', code: answer.error?.code ?? 'unexpected', retryAfterSeconds }
}

async function post(contact: Contact, headers: Record<string, string>): Promise<Response | undefined> {
  try {
    return await fetch('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(contact),
    })
  } catch {
    return undefined // fetch rejects only when no answer came
  }
}

/** The server's note of when this visitor began with the form; undefined when it could not be had (none is needed). */
export async function fetchToken(): Promise<string | undefined> {
  try {
    const answer: { token?: string } = await (await fetch('/api/contact/token')).json()
    return answer.token
  } catch {
    return undefined
  }
}
