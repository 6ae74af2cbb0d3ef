import type { AllKnowledge, Knowledge } from '../knowledge'
import { isKnownWord } from './language'
import { type Part, type Question, wordsIn } from './question'

const maxCorrections = 50

/** Corrects the spelling of words that no language of the site knows. */
export function correctSpelling(
  question: Question,
  knowledge: Knowledge,
  all: AllKnowledge,
): Question {
  const unknown = [...new Set(wordsIn(question.sentences))].filter(
    (word) => !isKnownWord(word, all),
  )
  const corrected = new Map(
    unknown
      .slice(0, maxCorrections)
      .map((word) => [word, knowledge.correct(word)]),
  )
  const read = ({ text, words }: Part) => ({
    text,
    words: words.map((word) => corrected.get(word) ?? word),
  })
  return {
    sentences: question.sentences.map(read),
    clauses: question.clauses.map((clause) => ({ ...clause, ...read(clause) })),
  }
}
