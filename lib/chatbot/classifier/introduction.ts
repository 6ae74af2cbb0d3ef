import type { Knowledge } from '../knowledge'
import { retailFact, sectionOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import type { Part, Question } from './question'
import { rankQuestion, rankWords } from './rank'

// How likely the topic of a sentence must be, so that the sentence is no
// introduction, and that of the others, so that introductions are left out.
const minClear = 0.6

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
    (sentence) =>
      requests.some((clause) => isWithin(clause, sentence)) ||
      !isIntroduction(rankWords(sentence.words, knowledge)),
  )
  if (left.length === sentences.length) return question
  const rest = {
    sentences: left,
    clauses: clauses.filter((clause) =>
      left.some((sentence) => isWithin(clause, sentence)),
    ),
  }
  const [best] = rankQuestion(rest, knowledge)
  return best && best.likelihood >= minClear ? rest : question
}

function isWithin(clause: Part, sentence: Part): boolean {
  return sentence.text.includes(clause.text)
}

/** Whether words say who is writing, and why, rather than what they ask. */
function isIntroduction([best]: Likelihoods): boolean {
  if (!best || introducing.includes(best.topic)) return true
  const isWeak = best.likelihood < minClear
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
