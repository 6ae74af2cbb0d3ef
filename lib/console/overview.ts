import { headers } from 'next/headers'
import { countUnansweredQuestions } from '@/lib/chatbot/review-store'
import { countLeads } from '@/lib/leads/list-store'
import { countNewLeads } from '@/lib/leads/review-store'
import { type ListedSession, sessionsOf } from '@/lib/operator/session'

export type Overview = {
  counts: Record<'new' | 'quarantined' | 'undelivered' | 'abandoned' | 'unanswered', number>
  sessions: ListedSession[]
}

/** What waits for operators, and the sessions of this one. Rejects when the database is away. */
export async function loadOverview(operator: string): Promise<Overview> {
  const [states, fresh, unanswered] = await Promise.all([countLeads(), countNewLeads(), countUnansweredQuestions()])
  return { counts: { new: fresh, ...states, unanswered }, sessions: await sessionsOf(operator, await headers()) }
}
