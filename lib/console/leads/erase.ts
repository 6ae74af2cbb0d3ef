import { eraseSession } from '@/lib/chatbot/store'
import { findChatSessions, sessionOf } from '@/lib/leads/chat-store'
import { countByEmail, eraseByEmail, eraseById } from '@/lib/leads/erase-store'

type Erasable = { id: string; email: string }

/** How many leads, and how many conversations, eraseLead() would delete. */
export async function countErasable(lead: Erasable): Promise<{ leads: number; conversations: number }> {
  const sessions = await sessionsOf(lead)
  return { leads: lead.email === '' ? 1 : await countByEmail(lead.email), conversations: sessions.length }
}

/** Deletes all leads of a lead's address, or it alone where it has none, with their conversations. Returns how many. */
export async function eraseLead(lead: Erasable): Promise<number> {
  for (const session of await sessionsOf(lead)) await eraseSession(session)
  return lead.email === '' ? eraseById(lead.id) : eraseByEmail(lead.email)
}

async function sessionsOf({ id, email }: Erasable): Promise<string[]> {
  if (email !== '') return findChatSessions(email)
  const session = await sessionOf(id)
  return session ? [session] : []
}
