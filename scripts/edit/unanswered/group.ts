import { analyse } from '@/lib/chatbot/engine/analysis'
import { wordsOf } from '@/lib/chatbot/engine/tokenize'
import type { Locale } from '@/lib/i18n/routing'
import type { AskedQuestion } from './schema'

export type QuestionGroup = { locale: Locale; questions: AskedQuestion[]; count: number; last: string }

// Of the words of either question that say something.
const minShared = 0.5

/** Questions that ask for the same in other words are one group; those asked most often come first. */
export function groupQuestions(questions: AskedQuestion[]): QuestionGroup[] {
  const groups: { units: Set<string>; questions: AskedQuestion[] }[] = []
  for (const question of onceEach(questions).toSorted((a, b) => b.count - a.count)) {
    const units = unitsOf(question)
    const group = groups.find(({ units: others, questions: [first] }) => {
      return first?.locale === question.locale && shareOf(units, others) >= minShared
    })
    if (group) group.questions.push(question)
    else groups.push({ units, questions: [question] })
  }
  return groups.map(({ questions }) => summarize(questions)).toSorted((a, b) => b.count - a.count)
}

// The database of this computer and an import may both have it.
function onceEach(questions: AskedQuestion[]): AskedQuestion[] {
  const known = new Map<string, AskedQuestion>()
  for (const question of questions) {
    const id = `${question.locale} ${wordsOf(question.text).join(' ')}`
    const other = known.get(id)
    if (!other || other.count < question.count) known.set(id, question)
  }
  return [...known.values()]
}

// The lexicon's concepts where there are some, so that “vault” and “depository” are the same; else stems.
function unitsOf({ text, locale }: AskedQuestion): Set<string> {
  const { units } = analyse(wordsOf(text), locale)
  return new Set(units.map((unit) => unit.findLast((feature) => !feature.startsWith('=')) ?? unit.join(' ')))
}

function shareOf(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((unit) => other.has(unit)).length
  const all = new Set([...one, ...other]).size
  return all === 0 ? 0 : shared / all
}

function summarize(questions: AskedQuestion[]): QuestionGroup {
  const [first] = questions
  if (!first) throw new Error('A group has a question.')
  const count = questions.reduce((sum, question) => sum + question.count, 0)
  const last = questions.map((question) => question.last).toSorted()
  return { locale: first.locale, questions, count, last: last.at(-1) ?? first.last }
}
