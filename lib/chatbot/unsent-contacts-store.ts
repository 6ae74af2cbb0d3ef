import { getDatabase } from '@/lib/database/client'
import { findChatLeads } from '@/lib/leads/chat-store'
import type { Turn } from '@/lib/leads/transcript'
import { contactDetailsIn } from './contact-details'
import { turnsOf } from './conversation-store'

type Session = { id: string; language: string; startedAt: Date; lastAt: Date }

/**
 * A conversation with contact details that were not sent with a card. `reach`
 * is the e-mail address and phone number of the last message with either.
 */
export type UnsentConversation = Session & { reach: string }

const select = {
  id: true,
  language: true,
  startedAt: true,
  lastAt: true,
} as const
const maxSessions = 200
const maxMessages = 5000

type Span = { gte: Date; lt?: Date }

/**
 * Lists the conversations in which visitors wrote contact details and sent no
 * card afterwards, newest first.
 */
export async function listUnsent(lastAt: Span): Promise<UnsentConversation[]> {
  const unsent = await findUnsent(lastAt)
  const details = await findDetails(unsent.map(({ id }) => id))
  return unsent.map((session) => ({
    ...session,
    reach: details.get(session.id)?.reach ?? '',
  }))
}

/** Counts the conversations with unsent contact details, up to 200. */
export async function countUnsent(lastAt: Span): Promise<number> {
  return (await findUnsent(lastAt)).length
}

async function findUnsent(lastAt: Span): Promise<Session[]> {
  const database = await getDatabase()
  const sessions = await database.chatSession.findMany({
    where: { hasContactDetails: true, lastAt },
    orderBy: [{ lastAt: 'desc' }, { id: 'desc' }],
    take: maxSessions,
    select,
  })
  const leads = await findChatLeads(sessions.map(({ id }) => id))
  const continued = sessions.filter((session) => {
    const lead = leads.get(session.id)
    return lead !== undefined && session.lastAt > lead.sentAt
  })
  const details = await findDetails(continued.map(({ id }) => id))
  return sessions.filter(({ id }) => {
    const lead = leads.get(id)
    const last = details.get(id)
    return !lead || (last !== undefined && last.sentAt > lead.sentAt)
  })
}

type Details = { reach: string; sentAt: Date }

/** Finds the contact details typed last in each conversation. */
async function findDetails(
  sessionIds: string[],
): Promise<Map<string, Details>> {
  const database = await getDatabase()
  const messages = await database.chatMessage.findMany({
    where: { sessionId: { in: sessionIds }, role: 'user' },
    orderBy: [{ sentAt: 'desc' }, { id: 'desc' }],
    take: maxMessages,
    select: { sessionId: true, content: true, sentAt: true },
  })
  const details = new Map<string, Details>()
  for (const { sessionId, content, sentAt } of messages) {
    const contacts = contactDetailsIn(content)
    if (contacts.length > 0 && !details.has(sessionId))
      details.set(sessionId, { reach: contacts.join(', '), sentAt })
  }
  return details
}

export type FoundConversation = Session & {
  turns: Turn[]
  leadId: string | undefined
  hasContactDetails: boolean
}

/**
 * Finds a conversation that has contact details or a lead. Other conversations
 * are not shown to anyone.
 */
export async function findConversation(
  id: string,
): Promise<FoundConversation | undefined> {
  const database = await getDatabase()
  const conversation = await database.chatSession.findUnique({
    where: { id },
    select: { ...select, hasContactDetails: true },
  })
  if (!conversation) return undefined
  const leadId = (await findChatLeads([id])).get(id)?.id
  const isShown = conversation.hasContactDetails || leadId !== undefined
  return isShown
    ? { ...conversation, turns: await turnsOf(id), leadId }
    : undefined
}

/**
 * Takes a conversation off the list of unsent contacts, until its visitor
 * writes contact details again.
 */
export async function finishConversation(id: string) {
  const database = await getDatabase()
  await database.chatSession.updateMany({
    where: { id },
    data: { hasContactDetails: false },
  })
}
