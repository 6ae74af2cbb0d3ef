import { createHash, randomUUID } from 'node:crypto'
import { wordsOf } from '@/lib/chatbot/engine/words'
import { getDatabase } from '@/lib/database/client'
import type { Locale } from '@/lib/i18n/routing'
import { findChatLeads, type Turn } from '@/lib/leads/chat-store'
import { cut } from '@/lib/typed-text'

export async function readLastFacts(sessionId: string): Promise<string[]> {
  const database = await getDatabase()
  const session = await database.chatSession.findUnique({ where: { id: sessionId }, select: { lastFacts: true } })
  return session?.lastFacts?.split(' ').filter(Boolean) ?? []
}

type Progress = { language: Locale; lastFacts: string[]; contactAsked: boolean }

export async function saveProgress(id: string, { language, lastFacts, contactAsked }: Progress) {
  const database = await getDatabase()
  const lastAt = new Date()
  const progress = { language, lastAt, lastFacts: lastFacts.join(' '), ...(contactAsked && { contactAsked }) }
  await database.chatSession.upsert({
    where: { id },
    create: { id, startedAt: lastAt, ...progress },
    update: progress,
    select: { id: true },
  })
}

/** Saves a question and its answer: both or none. */
export async function saveExchange(sessionId: string, { question, answer }: { question: string; answer: string }) {
  const database = await getDatabase()
  const sentAt = new Date()
  await database.chatMessage.createMany({
    data: [
      { id: randomUUID(), sessionId, role: 'user', content: question, sentAt },
      { id: randomUUID(), sessionId, role: 'assistant', content: answer, sentAt },
    ],
  })
}

export async function eraseSession(sessionId: string) {
  const database = await getDatabase()
  await database.chatMessage.deleteMany({ where: { sessionId } })
  await database.chatSession.deleteMany({ where: { id: sessionId } })
}

const maxTurns = 200

/** The newest turns of a conversation, the oldest first: a client can record hundreds. */
export async function turnsOf(sessionId: string): Promise<Turn[]> {
  const database = await getDatabase()
  const messages = await database.chatMessage.findMany({
    where: { sessionId },
    orderBy: [{ sentAt: 'asc' }, { role: 'desc' }],
    take: -maxTurns,
    select: { role: true, content: true, sentAt: true },
  })
  return messages.map(({ role, content, sentAt }) => ({
    role: role === 'user' ? 'user' : 'assistant',
    content,
    sentAt,
  }))
}

const maxCharacters = 300

/** Counts an unanswered question, without the addresses and long numbers in it. */
export async function countUnanswered(question: string, language: Locale) {
  const text = cut(withoutIdentity(question), maxCharacters)
  const folded = wordsOf(text).join(' ')
  if (!folded) return
  const id = createHash('sha256').update(`${language} ${folded}`).digest('hex')
  const database = await getDatabase()
  const now = new Date()
  await database.unansweredQuestion.upsert({
    where: { id },
    create: { id, text, language, lastAskedAt: now },
    update: { count: { increment: 1 }, lastAskedAt: now },
    select: { id: true },
  })
}

function withoutIdentity(text: string): string {
  return text
    .replace(/\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/gi, '…')
    .replace(/\+?\d[\d\s()./-]{6,}\d/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
}

export async function listUnanswered(language: Locale, limit: number) {
  const database = await getDatabase()
  return database.unansweredQuestion.findMany({
    where: { language },
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'desc' }],
    take: limit,
    select: { id: true, text: true, count: true, lastAskedAt: true },
  })
}

export type ContactRequest = { id: string; language: string; startedAt: Date; lastAt: Date; leadId: string | undefined }

export async function countUnansweredQuestions(language?: string): Promise<number> {
  const database = await getDatabase()
  return database.unansweredQuestion.count({ where: language === undefined ? {} : { language } })
}

export async function dismissUnanswered(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.unansweredQuestion.deleteMany({ where: { id } })
  return count > 0
}

export function listContactRequests(since: Date, limit: number): Promise<ContactRequest[]> {
  return findContactRequests({ lastAt: { gte: since } }, limit)
}

export async function findContactRequest(id: string): Promise<(ContactRequest & { turns: Turn[] }) | undefined> {
  const [found] = await findContactRequests({ id }, 1)
  return found && { ...found, turns: await turnsOf(id) }
}

async function findContactRequests(where: { id: string } | { lastAt: { gte: Date } }, take: number) {
  const database = await getDatabase()
  const found = await database.chatSession.findMany({
    where: { contactAsked: true, ...where },
    orderBy: [{ lastAt: 'desc' }, { id: 'desc' }],
    take,
    select: { id: true, language: true, startedAt: true, lastAt: true },
  })
  const leads = await findChatLeads(found.map(({ id }) => id))
  return found.map((session) => ({ ...session, leadId: leads.get(session.id) }))
}
