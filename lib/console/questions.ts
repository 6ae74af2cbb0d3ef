import {
  countUnansweredQuestions,
  listUnanswered,
} from '@/lib/chatbot/conversation-store'
import { type Locale, routing } from '@/lib/i18n/routing'

const maxQuestions = 50

export type UnansweredList = {
  total: number
  questions: Awaited<ReturnType<typeof listUnanswered>>
}

export async function unansweredLists(): Promise<
  Record<Locale, UnansweredList>
> {
  const lists = routing.locales.map(async (locale) => {
    const questions = await listUnanswered(locale, maxQuestions)
    return [
      locale,
      { total: await countUnansweredQuestions(locale), questions },
    ]
  })
  return Object.fromEntries(await Promise.all(lists))
}
