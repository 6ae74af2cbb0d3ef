import { changeChatLead, chatKeyOf } from '@/lib/leads/chat-store'
import { contactFields } from '@/lib/leads/contact-fields'
import { saveLead } from '@/lib/leads/lead-store'
import type { Contact } from '@/lib/leads/schema'
import { recordOf } from '@/lib/text'

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
