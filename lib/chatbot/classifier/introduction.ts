import type { Knowledge } from '../knowledge'
import { retailFact, sectionOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import type { Part, Question } from './question'
import { rankQuestion, rankWords } from './rank'

// A sentence whose fact is less likely may be an introduction. Introductions are
// left out only if the label of the rest is at least this likely.
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

/** Whether a sentence says who is writing and why, but asks nothing. */
function isIntroduction([best]: Likelihoods): boolean {
  if (!best || introducing.includes(best.label)) return true
  const isWeak = best.likelihood < minClear
  const isAboutVisitor =
    sectionOf(best.label) === 'clients' && best.label !== retailFact
  return isFact(best.label) && (isAboutVisitor || isWeak)
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
