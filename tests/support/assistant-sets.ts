import { readFileSync } from 'node:fs'
import { answerMessage } from '@/lib/chatbot/answer'
import type { Reply } from '@/lib/chatbot/compose'
import type { Locale } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/transcript'

// tests/assistant/README.md describes each set.

type Asked = { question: string; misleading?: string[]; harder?: boolean }
export type Answerable = Asked &
  ({ facts: string[]; all?: never } | { all: string[][]; facts?: never })
export type Refused = Asked & { expected: string[] }
type AskedTurn = {
  message: string
  facts?: string[]
  intent?: string[]
  followUp?: boolean
  language?: Locale
}
export type Conversation = { turns: AskedTurn[] }
export type ForeignMessage = {
  message: string
  page: Locale
  answer: Locale | 'other'
}

export function readSet<Item>(name: string): Item[] {
  return JSON.parse(readFileSync(`tests/assistant/${name}.json`, 'utf8'))
}

/**
 * `answered`: the reply has a right fact (for a double question, both).
 * `partly`: it has one of the two facts. `false_promise`: it has a misleading
 * fact instead, which promises something that the site does not.
 */
export const grades = ['answered', 'partly', 'wrong', 'false_promise'] as const
export type Grade = (typeof grades)[number]

export type Graded = {
  question: string
  expected: string
  got: string
  grade: Grade
  harder?: boolean
}

export async function gradeQuestion(
  asked: Answerable | Refused,
  locale: Locale,
): Promise<Graded> {
  const reply = await answerMessage(asked.question, locale)
  const { question, harder } = asked
  const wanted =
    'expected' in asked ? [asked.expected] : (asked.all ?? [asked.facts])
  return {
    question,
    harder,
    expected: wanted.map((any) => any.join('|')).join(' & '),
    got: nameOf(reply),
    grade: gradeOf(reply, wanted, asked),
  }
}

function gradeOf(
  reply: Reply,
  wanted: string[][],
  { misleading = [] }: Asked,
): Grade {
  // Counts an unsure reply as no answer.
  const labels = reply.labels.map((label) =>
    label === 'intent.unsure' ? 'intent.noAnswer' : label,
  )
  const found = wanted.filter((any) =>
    any.some((id) => labels.includes(id)),
  ).length
  if (found === wanted.length) return 'answered'
  if (found > 0) return 'partly'
  if (misleading.some((id) => labels.includes(id))) return 'false_promise'
  return 'wrong'
}

function nameOf({ labels }: Reply): string {
  return labels.join(' + ')
}

/**
 * Runs a conversation in which the assistant remembers earlier turns, as on the
 * site, and grades each turn that has an expected answer.
 */
export async function gradeConversation(
  { turns: asked }: Conversation,
  locale: Locale,
) {
  let lastFacts: string[] = []
  const turns: Turn[] = []
  const graded: (Graded & { followUp: boolean })[] = []
  for (const {
    message,
    facts: right = [],
    intent = [],
    followUp = false,
    language = locale,
  } of asked) {
    const reply = await answerMessage(message, locale, { lastFacts, turns })
    const wanted = [...right, ...intent]
    const isInLanguage = (reply.answer.language ?? locale) === language
    const grade = isInLanguage
      ? gradeOf(reply, [wanted], { question: message })
      : 'wrong'
    if (wanted.length > 0)
      graded.push({
        question: message,
        expected: wanted.join('|'),
        got: nameOf(reply),
        grade,
        followUp,
      })
    lastFacts = [...new Set([...reply.factIds, ...lastFacts])].slice(0, 2)
    const sentAt = new Date()
    turns.push(
      { role: 'user', content: message, sentAt },
      { role: 'assistant', content: reply.answer.response, sentAt },
    )
  }
  return graded
}

/** Returns the language in which a message is answered. */
export async function languageOfAnswer({
  message,
  page,
}: ForeignMessage): Promise<Locale | 'other'> {
  const reply = await answerMessage(message, page)
  return reply.labels.includes('intent.unsupportedLanguage')
    ? 'other'
    : (reply.answer.language ?? page)
}
