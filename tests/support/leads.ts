import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { contactFields } from '@/lib/leads/contact-fields'
import type { Contact } from '@/lib/leads/schema'
import { recordOf } from '@/lib/text'
import { keys, siteRequest } from './attestations'
import { validContact } from './contact'
import { runSql } from './database'
import { storeDelivery, storeLead } from './delivery'

export const newEmail = () => `${randomUUID()}@banque.example`

/**
 * Stores a lead and resolves to its id. Stores each lead in a different
 * millisecond, because leads received in the same millisecond are ordered by
 * id.
 */
export async function saveLead(
  changes?: Record<string, string>,
  admission?: object,
) {
  for (const start = Date.now(); Date.now() === start; ) await setImmediate()
  return (await storeLead(changes, admission)).id
}

export async function saveSeveral(
  count: number,
  changes?: Record<string, string>,
) {
  const ids: string[] = []
  while (ids.length < count) ids.push(await saveLead(changes))
  return ids
}

/** Returns the ids of the leads that a query finds. */
export async function idsOf(query: object) {
  const { listLeads } = await import('@/lib/leads/list-store')
  const { leadQuerySchema } = await import('@/lib/leads/query')
  const found = await listLeads(leadQuerySchema.parse(query))
  return found.map(({ id }) => id)
}

/** Requests the leads that a query finds as JSON. */
export async function requestLeads(query: string) {
  const { GET } = await import('@/app/api/contact/route')
  return GET(siteRequest('GET', `/api/contact?${query}`, { key: keys.alice }))
}

/** Requests the leads that a query finds as CSV. */
export async function requestCsv(query: string) {
  const { GET } = await import('@/app/api/operator/leads.csv/route')
  const path = `/api/operator/leads.csv?${query}`
  return GET(siteRequest('GET', path, { key: keys.alice }))
}

/** Returns a CSV with its byte order mark, which `text()` would remove. */
export async function textWithMark(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString()
}

/** Saves a delivered lead with a note and a reminder. */
export async function saveWorked() {
  const { changeLead } = await import('@/lib/leads/change-store')
  const email = newEmail()
  const id = await saveLead({ email })
  const note = { text: 'Called' }
  await changeLead(id, 'alice', { typed: { remindOn: '2026-12-01' }, note })
  await runSql(
    'UPDATE Lead SET updatedAt = ? WHERE id = ?',
    worked.changedAt,
    id,
  )
  await storeDelivery(id, { deliveredAt: worked.deliveredAt, attempts: 3 })
  return { id, email }
}

/** The times of the leads that `saveWorked` saves. */
export const worked = {
  changedAt: '2026-11-22T01:00:00.000Z',
  deliveredAt: '2026-11-22T02:00:00.000Z',
}

/**
 * Posts a lead with a unique address; resolves to the answer, or to undefined
 * without one.
 */
export async function postLead(
  address: string,
  changes: Record<string, string> = {},
  key = randomUUID(),
) {
  try {
    const email = `${key}@banque.example`
    const response = await fetch(`${address}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ ...validContact, email, ...changes }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }
  } catch {
    return undefined
  }
}

type ChatLead = {
  sessionId?: string
  transcript?: string
  dueAt?: Date
  quarantine?: string[]
} & Partial<Contact>

/**
 * Stores the lead of a conversation, as the contact card does, and resolves to
 * its id.
 */
export async function storeChatLead({
  sessionId = 'session',
  transcript = '',
  dueAt,
  quarantine,
  ...fields
}: ChatLead) {
  const { chatKeyOf } = await import('@/lib/leads/chat-store')
  const { saveLead } = await import('@/lib/leads/lead-store')
  const conversation = { transcript, dueAt: dueAt ?? new Date() }
  const saved = await saveLead(chatContact(fields), chatKeyOf(sessionId), {
    score: 0,
    quarantine,
    conversation,
  })
  if (typeof saved === 'string') throw new Error(saved)
  return saved.id
}

/** Changes the lead of a conversation, as a corrected contact card does. */
export async function changeStoredChatLead({
  sessionId = 'session',
  transcript = '',
  dueAt,
  ...fields
}: ChatLead) {
  const { changeChatLead, chatKeyOf } = await import('@/lib/leads/chat-store')
  return changeChatLead(chatKeyOf(sessionId), chatContact(fields), {
    transcript,
    dueAt: dueAt ?? new Date(),
  })
}

function chatContact(fields: Partial<Contact>): Contact {
  return {
    ...recordOf(contactFields, () => ''),
    language: 'en',
    honeypot: '',
    ...fields,
  }
}
