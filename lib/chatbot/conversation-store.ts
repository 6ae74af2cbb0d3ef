import { createHash, randomUUID } from 'node:crypto'
import { wordsOf } from '@/lib/chatbot/classifier/words'
import { withoutDetails } from '@/lib/chatbot/contact-details'
import { getDatabase } from '@/lib/database/client'
import type { Locale } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/transcript'
import { truncate } from '@/lib/shown-text'

type Memory = {
  /** The facts that a conversation gave last, newest first. */
  lastFacts: string[]
  /** The questions suggested in the conversation's last turns, newest first. */
  suggested: string[]
}

export async function readMemory(id: string): Promise<Memory> {
  const database = await getDatabase()
  const session = await database.chatSession.findUnique({
    where: { id },
    select: { lastFacts: true, suggested: true },
  })
  return {
    lastFacts: session?.lastFacts?.split(' ').filter(Boolean) ?? [],
    suggested: session?.suggested ? JSON.parse(session.suggested).flat() : [],
  }
}

const factsRemembered = 2
const suggestionsRemembered = 4

type Turns = Memory & { language: Locale; hasContactDetails: boolean }

export async function saveMemory(
  id: string,
  { language, lastFacts, suggested, hasContactDetails }: Turns,
) {
  const database = await getDatabase()
  const before = await readMemory(id)
  const facts = [...new Set([...lastFacts, ...before.lastFacts])]
  const suggestions = [...suggested, ...before.suggested]
  const lastAt = new Date()
  const progress = {
    language,
    lastAt,
    lastFacts: facts.slice(0, factsRemembered).join(' '),
    suggested: JSON.stringify(suggestions.slice(0, suggestionsRemembered)),
    ...(hasContactDetails && { hasContactDetails }),
  }
  await database.chatSession.upsert({
    where: { id },
    create: { id, startedAt: lastAt, ...progress },
    update: progress,
    select: { id: true },
  })
}

/**
 * Saves a question and its answer, so that either both or neither are stored.
 */
export async function saveExchange(
  sessionId: string,
  { question, answer }: { question: string; answer: string },
) {
  const database = await getDatabase()
  const sentAt = new Date()
  await database.chatMessage.createMany({
    data: [
      { id: randomUUID(), sessionId, role: 'user', content: question, sentAt },
      {
        id: randomUUID(),
        sessionId,
        role: 'assistant',
        content: answer,
        sentAt,
      },
    ],
  })
}

export async function eraseSession(sessionId: string) {
  const database = await getDatabase()
  await database.chatMessage.deleteMany({ where: { sessionId } })
  await database.chatSession.deleteMany({ where: { id: sessionId } })
}

const maxTurns = 200

/**
 * Returns the newest turns of a conversation in order. Their number is limited,
 * because a client can record hundreds.
 */
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

const maxQuestionCharacters = 300

/**
 * Counts a question that was not answered, or whose answer missed the point.
 * Does not count it again for a comment, because the visitor has already
 * reported the answer. Masks addresses and long numbers.
 */
export async function recordUnanswered(
  question: string,
  language: Locale,
  comment = '',
) {
  const text = truncate(withoutDetails(question), maxQuestionCharacters)
  const folded = wordsOf(text).join(' ')
  if (!folded) return
  const id = createHash('sha256').update(`${language} ${folded}`).digest('hex')
  const database = await getDatabase()
  const now = new Date()
  await database.unansweredQuestion.upsert({
    where: { id },
    create: {
      id,
      text,
      language,
      lastAskedAt: now,
      comment: withoutDetails(comment),
    },
    update: {
      lastAskedAt: now,
      ...(comment
        ? { comment: withoutDetails(comment) }
        : { count: { increment: 1 } }),
    },
    select: { id: true },
  })
}

export async function listUnanswered(language: Locale, limit: number) {
  const database = await getDatabase()
  return database.unansweredQuestion.findMany({
    where: { language },
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'desc' }],
    take: limit,
    select: {
      id: true,
      text: true,
      count: true,
      lastAskedAt: true,
      comment: true,
    },
  })
}

export async function countUnansweredQuestions(
  language?: string,
): Promise<number> {
  const database = await getDatabase()
  return database.unansweredQuestion.count({
    where: language === undefined ? {} : { language },
  })
}

export async function dismissUnanswered(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.unansweredQuestion.deleteMany({
    where: { id },
  })
  return count > 0
}
