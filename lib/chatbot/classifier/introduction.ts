import type { Knowledge } from '../knowledge'
import { retailFact, sectionOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import type { Question } from './question'
import { minClearFact, rankQuestion, rankWords } from './rank'

// The other sentences must be this clear.
const minClearRest = 0.6

/**
 * Leaves out the sentences in which visitors introduce themselves, greet or
 * give thanks, if it is clear what the other sentences ask.
 */
export function withoutIntroduction(
  question: Question,
  knowledge: Knowledge,
): Question {
  const { sentences, clauses } = question
  const requests = clauses.filter(({ isRequest }) => isRequest)
  const left = sentences.filter(
    ({ text, words }) =>
      requests.some((clause) => text.includes(clause.text)) ||
      !isIntroduction(rankWords(words, knowledge)),
  )
  if (left.length === sentences.length) return question
  const rest = {
    sentences: left,
    clauses: clauses.filter((clause) =>
      left.some(({ text }) => text.includes(clause.text)),
    ),
  }
  const [best] = rankQuestion(rest, knowledge)
  return best && best.likelihood >= minClearRest ? rest : question
}

/** Whether words say who is writing, and why, rather than what they ask. */
function isIntroduction([best]: Likelihoods): boolean {
  if (!best || introducing.includes(best.topic)) return true
  const isWeak = best.likelihood < minClearFact
  const isAboutVisitor =
    sectionOf(best.topic) === 'clients' && best.topic !== retailFact
  return isFact(best.topic) && (isAboutVisitor || isWeak)
}

const introducing = [
  'intent.hello',
  'intent.thanks',
  'intent.bye',
  'intent.acknowledged',
  'intent.noAnswer',
  'intent.offTopic',
  'contact.press',
  'contact.research',
  'contact.tender',
]
