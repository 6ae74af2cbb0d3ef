import { type Cursor, countUnansweredQuestions, listContactRequests, listUnanswered } from '@/lib/chatbot/store'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { Query } from '@/lib/operator/console-paths'

const maxQuestions = 50
const conversationsPerPage = 25
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

export async function contactRequests(query: Query) {
  const cursor = parseCursor(query.before)
  const since = new Date(Date.now() - conversationDays * dayMs)
  const found = await listContactRequests(since, conversationsPerPage, cursor)
  const conversations = found.slice(0, conversationsPerPage)
  const last = conversations.at(-1)
  const next = last && found.length > conversations.length ? `${last.lastAt.getTime()}_${last.id}` : undefined
  return { conversations, isFirst: cursor === undefined, next }
}

function parseCursor(value: Query[string]): Cursor | undefined {
  const [, time, id] = String(value ?? '').match(/^(\d{1,15})_([\w.-]{8,128})$/) ?? []
  return time && id ? { lastAt: new Date(Number(time)), id } : undefined
}

export function questionSnippet(question: string): string {
  const words = question
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = (words ?? ['question'])
    .slice(0, 4)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  // In messages, braces and apostrophes before them are syntax (ICU MessageFormat), and angle brackets are tags.
  const text = question.replaceAll("'", '’').replace(/[{}<>]/g, '')
  return `"${name}": ${JSON.stringify({ question: text, answer: '' }, null, 2)}`
}
