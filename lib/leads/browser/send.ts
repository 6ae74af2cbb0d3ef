import { refusesTracking } from '@/lib/analytics/events'
import { failureOf, fetchAnswer } from '@/lib/browser/fetch-answer'
import { isRecord, readSession } from '@/lib/browser/session'
import type { Contact } from '@/lib/leads/schema'

// Longer than the server takes for a lead when its database is busy, shorter than a visitor's patience.
const maxSendMs = 30_000
const maxTokenMs = 30_000

const maxBytes = 16 * 1024

export type SendOutcome = { kind: 'sent'; id: string } | ReturnType<typeof failureOf>

type Sent = { idempotencyKey: string; token?: string; context?: Record<string, string | undefined> }

/** Never rejects: no connection, no answer within 30 s and unreadable answers are outcomes too. */
export async function sendContact(contact: Contact, { idempotencyKey, token, context }: Sent): Promise<SendOutcome> {
  const answer = await fetchAnswer('/api/contact', maxSendMs, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      ...(token && { 'Form-Token': token }),
    },
    body: bodyOf(contact, context),
  })
  if (typeof answer === 'string' || answer.status !== 201) return failureOf(answer)
  const { id }: { id?: string } = answer.body
  return id ? { kind: 'sent', id } : failureOf(answer)
}

export function bodyOf(contact: Contact, context: Record<string, string | undefined> = {}): string {
  const sizeOf = (text: string) => new TextEncoder().encode(text).length
  let body = JSON.stringify(contact)
  let kept = {}
  for (const [name, value] of Object.entries(context)) {
    const longer = JSON.stringify({ ...contact, context: { ...kept, [name]: value } })
    if (sizeOf(longer) > maxBytes) continue
    kept = { ...kept, [name]: value }
    body = longer
  }
  return body
}

export async function fetchToken(): Promise<string | undefined> {
  const answer = await fetchAnswer('/api/contact/token', maxTokenMs)
  if (typeof answer === 'string') return undefined
  return typeof answer.body.token === 'string' ? answer.body.token : undefined
}

/** Under this name the tab remembers where the visit began. */
export const visitEntry = 'visit'

/** Where this visit came from, as far as the browser says; undefined for a visitor with Global Privacy Control. */
export function contextOfVisit() {
  if (refusesTracking()) return undefined
  return {
    ...readSession(visitEntry, isRecord),
    form_page: location.pathname,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    browser_locale: navigator.language,
  }
}
