import { refusesTracking } from '@/lib/analytics/events'
import { failureOf, requestJson, sendJson } from '@/lib/browser/request-json'
import { readSession, writeSession } from '@/lib/browser/session'
import type { Card } from '@/lib/leads/card-schema'
import { type ContactField, contactFields } from '@/lib/leads/contact-fields'
import type { Contact } from '@/lib/leads/schema'
import { isRecord, recordOf } from '@/lib/text'

export type UnsentForm = Partial<Record<ContactField, string>>

export const unsentFormEntry = 'contact-draft'

export function readUnsentForm(): UnsentForm {
  return typedIn(readSession(unsentFormEntry, isRecord) ?? {})
}

export function writeUnsentForm(form: UnsentForm) {
  const typed = typedIn(form)
  const isEmpty = Object.keys(typed).length === 0
  writeSession(unsentFormEntry, isEmpty ? undefined : typed)
}

function typedIn(form: Record<string, unknown>): UnsentForm {
  return recordOf(
    contactFields.filter((field) => isTyped(form[field])),
    (field) => form[field],
  ) as UnsentForm
}

// The longest value that is read, because no visitor types more than this and
// they would slow down the form.
const maxEntryCharacters = 50_000

function isTyped(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxEntryCharacters
  )
}

export type SendOutcome =
  | { kind: 'sent'; id: string }
  | ReturnType<typeof failureOf>

type Context = Record<string, unknown>

type Sent = { idempotencyKey: string; token?: string; context?: Context }

/**
 * Sends the contact form. Never rejects, because connection errors, unreadable
 * responses and no response within 30 s are outcomes too.
 */
export function sendContact(
  contact: Contact,
  { idempotencyKey, token, context }: Sent,
): Promise<SendOutcome> {
  const headers = {
    'Idempotency-Key': idempotencyKey,
    ...(token && { 'Form-Token': token }),
  }
  return sendLead('/api/contact', { ...contact, context }, headers)
}

/**
 * Sends a contact card. Never rejects. The card can safely be sent again,
 * because a conversation has only one lead.
 */
export function sendCard(card: Card, context?: Context): Promise<SendOutcome> {
  return sendLead('/api/chatbot/contact', { ...card, context })
}

/**
 * Sends a form or card that becomes a lead, and returns the outcome with the
 * lead's id.
 */
async function sendLead(
  path: string,
  body: object,
  headers?: Record<string, string>,
): Promise<SendOutcome> {
  const response = await sendJson(path, body, { headers })
  if (typeof response === 'string' || response.status !== 201)
    return failureOf(response)
  const { id }: { id?: string } = response.body
  return id ? { kind: 'sent', id } : failureOf(response)
}

export async function fetchToken(): Promise<string | undefined> {
  const response = await requestJson('/api/contact/token')
  const token = typeof response === 'string' ? undefined : response.body.token
  return typeof token === 'string' ? token : undefined
}

/** The session-storage entry for where the visit began. */
export const visitEntry = 'visit'

/**
 * Returns where this visit came from, as far as the browser reveals it, or
 * undefined if the visitor sends Global Privacy Control.
 */
export function contextOfVisit() {
  if (refusesTracking()) return undefined
  return {
    ...readSession(visitEntry, isRecord),
    form_page: location.pathname,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    browser_locale: navigator.language,
  }
}
