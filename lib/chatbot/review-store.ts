import { getDatabase } from '@/lib/database/client'
import type { Turn } from '@/lib/leads/chat-store'
import { findChatLeads } from '@/lib/leads/chat-store'
import { turnsOf } from './store'

export type ContactRequest = { id: string; language: string; startedAt: Date; lastAt: Date; leadId: string | undefined }

export type Cursor = { lastAt: Date; id: string }

const select = { id: true, language: true, startedAt: true, lastAt: true } as const

export async function countUnansweredQuestions(language?: string): Promise<number> {
  const database = await getDatabase()
  return database.unansweredQuestion.count({ where: language === undefined ? {} : { language } })
}

export async function dismissUnanswered(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.unansweredQuestion.deleteMany({ where: { id } })
  return count > 0
}

export async function listContactRequests(since: Date, limit: number, cursor?: Cursor): Promise<ContactRequest[]> {
  const database = await getDatabase()
  const older = cursor && [{ lastAt: { lt: cursor.lastAt } }, { lastAt: cursor.lastAt, id: { lt: cursor.id } }]
  const found = await database.chatSession.findMany({
    where: { contactAsked: true, lastAt: { gte: since }, ...(older && { OR: older }) },
    orderBy: [{ lastAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    select,
  })
  const leads = await findChatLeads(found.map(({ id }) => id))
  return found.map((session) => ({ ...session, leadId: leads.get(session.id) }))
}

export async function findContactRequest(id: string): Promise<(ContactRequest & { turns: Turn[] }) | undefined> {
  const database = await getDatabase()
  const session = await database.chatSession.findFirst({ where: { id, contactAsked: true }, select })
  if (!session) return undefined
  const leads = await findChatLeads([id])
  return { ...session, leadId: leads.get(id), turns: await turnsOf(id) }
}
