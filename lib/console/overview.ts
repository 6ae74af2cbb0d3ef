import { headers } from 'next/headers'
import { countUnansweredQuestions } from '@/lib/chatbot/review-store'
import { countLeads, countWaiting } from '@/lib/leads/list-store'
import { type ListedSession, sessionsOf } from '@/lib/operator/session'

export type Overview = {
  counts: Record<'new' | 'reminders' | 'quarantined' | 'undelivered' | 'abandoned' | 'unanswered', number>
  sessions: ListedSession[]
}

/** What waits for operators, and the sessions of this one. Rejects when the database is away. */
export async function loadOverview(operator: string): Promise<Overview> {
  // By the filters of the lists that the page links to.
  const [fresh, reminders, states, unanswered] = await Promise.all([
    countLeads({ status: 'new', state: 'accepted' }),
    countLeads({ reminder: 'due' }),
    countWaiting(),
    countUnansweredQuestions(),
  ])
  return {
    counts: { new: fresh, reminders, ...states, unanswered },
    sessions: await sessionsOf(operator, await headers()),
  }
}
