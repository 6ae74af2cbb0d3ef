import { countUnansweredQuestions, listContactRequests, listUnanswered } from '@/lib/chatbot/store'
import { type Locale, routing } from '@/lib/i18n/routing'

const maxQuestions = 50
const maxConversations = 500
const dayMs = 86_400_000
const conversationDays = 30

export type UnansweredList = { total: number; questions: Awaited<ReturnType<typeof listUnanswered>> }

export async function unansweredLists(): Promise<Record<Locale, UnansweredList>> {
  const lists = routing.locales.map(async (locale) => {
    const questions = await listUnanswered(locale, maxQuestions)
    return [locale, { total: await countUnansweredQuestions(locale), questions }]
  })
  return Object.fromEntries(await Promise.all(lists))
}

export function recentConversations(): ReturnType<typeof listContactRequests> {
  return listContactRequests(new Date(Date.now() - conversationDays * dayMs), maxConversations)
}
