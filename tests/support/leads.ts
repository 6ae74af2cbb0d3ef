import { randomUUID } from 'node:crypto'
import { contactFields } from '@/lib/leads/contact-fields'
import type { Contact } from '@/lib/leads/schema'
import { recordOf } from '@/lib/text'
import { validContact } from './contact'

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
