import type { Knowledge } from '../knowledge'
import type { Gap } from '../router'
import { sectionOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import { aspectIn, relative } from './follow-up'
import { contentWordsOf } from './lexicon'
import { type Clause, isQuestion, type Question } from './question'
import { rankInContext, rankWords } from './rank'

// A longer answer would not be read.
const maxTopics = 6
const minWord = 0.7
const minClause = 0.4
const minQuestion = 0.3
const minAspect = 0.65
const minInContext = 0.4

/**
 * Returns how likely a fact must be to answer a clause: less if the clause is
 * worded as a question, more if it is a single word.
 */
function minimumOf(clause: Clause): number {
  if (clause.words.length === 1) return minWord
  return clause.isRequest ? minQuestion : minClause
}

/**
 * Returns the facts that the clauses ask for, in the visitor's order, and the
 * parts that no fact answers.
 */
export function answerParts(
  { clauses }: Question,
  knowledge: Knowledge,
): { topics: string[]; gaps: Gap[] } {
  const topics: string[] = []
  const gaps: Gap[] = []
  for (const clause of clauses.filter(({ isAsked }) => isAsked)) {
    const { fact, isClear, isGap } = answerPart(clause, topics, knowledge)
    const isStated = fact && knowledge.facts.get(fact)?.isStated
    if (fact && isStated) topics.push(fact)
    // A single word, such as a job title under a letter, is rarely a question.
    else if (isClear && clause.words.length > 1)
      gaps.push({ text: tidy(clause.text), topic: fact })
    else if (isGap) gaps.push({ text: tidy(clause.text) })
  }
  return { topics: [...new Set(topics)].slice(0, maxTopics), gaps }
}

// Matches the first words of a description of the visitor, which asks nothing.
const aboutVisitor =
  /^\s*(?:\p{L}+['’\s]+){0,2}(?:my|our|we|i|ma|mon|mes|notre|nos|nous|je|mi|mis|nuestr[oa]s?|soy|somos|yo)(?!\p{L})/iu

/** Reads a clause alone, or else as a follow-up to the clauses before it. */
function answerPart(clause: Clause, before: string[], knowledge: Knowledge) {
  const { words } = clause
  const lastFacts = before.toReversed()
  const aspect = lastFacts.length > 0 ? aspectIn(words, knowledge) : undefined
  const content = contentWordsOf(words, knowledge.locale).length
  // Skips words without content, such as the "We would" left over from "we
  // would like to know".
  if (!aspect && content === 0) return {}
  const alone = rankWords(words, knowledge)
  const minimum = aspect ? minAspect : minimumOf(clause)
  const isRelative = aspect !== undefined && relative.includes(aspect)
  const clear = clearFact(alone, minimum)
  const fact = isRelative ? undefined : clear
  // Skips descriptions of the visitor, such as "We are a bank".
  if (fact && sectionOf(fact) === 'clients' && !isQuestion(clause)) return {}
  if (fact) return { fact, isClear: true }
  const [best] = alone
  // Skips greetings, signatures and the openings of letters.
  const asksNothing =
    talk.includes(best?.topic ?? '') && (best?.likelihood ?? 0) >= minGap
  if (asksNothing) return {}
  const isUnanswered =
    best?.topic === 'intent.noAnswer' && best.likelihood >= minGap
  if (isUnanswered && !aspect) {
    const isAbout = isQuestion(clause) || !aboutVisitor.test(clause.text)
    return { isGap: clause.isRequest && isAbout && content >= minGapWords }
  }
  const isVague = lastFacts.length > 0 && (aspect || isQuestion(clause))
  const inContext = isVague
    ? rankInContext(words, lastFacts, knowledge, aspect !== undefined)
    : []
  const isGap =
    content >= minGapWords &&
    clause.isRequest &&
    !aboutVisitor.test(clause.text) &&
    !before.includes(best?.topic ?? '')
  const related = clearFact(inContext, minInContext)
  return clear && !related
    ? { fact: clear, isClear: true }
    : { fact: related, isGap }
}

/** Removes the punctuation around a part, so that it can be quoted. */
function tidy(text: string): string {
  return text.replace(/^[•¿¡\s]+|[\s?!.…]+$/g, '')
}

export function clearFact(
  [best]: Likelihoods,
  minimum: number,
): string | undefined {
  return best && isFact(best.topic) && best.likelihood >= minimum
    ? best.topic
    : undefined
}

const talk = ['hello', 'thanks', 'bye', 'acknowledged'].map(
  (intent) => `intent.${intent}`,
)

// Shorter questions, such as "Is that so", name nothing that could be quoted as
// a gap.
const minGapWords = 2
const minGap = 0.5
