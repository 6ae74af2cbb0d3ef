import { isStated, type Knowledge } from '../knowledge'
import type { Gap } from '../message-route'
import { sectionOf } from '../sections'
import type { Likelihoods } from './classifier'
import { aspectIn, costAfter, relativeAspects } from './follow-up'
import { contentWordsOf } from './lexicon'
import { type Clause, isQuestion, type Part, type Question } from './question'
import { rankInContext, rankWords, topFact } from './rank'
import { wordsOf } from './words'

// The most facts in an answer, because nobody reads a longer one.
const maxFacts = 6

/** How likely a fact must be to answer a clause. */
const minimums = {
  clause: 0.5,
  /** A clause that is worded as a question probably asks something. */
  question: 0.4,
  /** A single word, such as a name or a title, rarely asks something. */
  word: 0.7,
  /** "When" and the like usually ask about the previous fact. */
  aspect: 0.65,
  /**
   * From this likelihood on, a clause such as "in case of theft" belongs to
   * another question and is not a gap.
   */
  notAGap: 0.3,
  /**
   * Applies to a vague clause that is read as a follow-up to the previous fact.
   */
  inContext: 0.4,
}

// From this likelihood on, an intent rather than a fact explains a clause.
const minIntent = 0.5

// Shorter questions, such as "Is that so", name nothing that could be quoted as
// a gap.
const minGapWords = 2

function minimumOf(clause: Clause, aspect: string | undefined): number {
  if (aspect) return minimums.aspect
  if (clause.words.length === 1) return minimums.word
  return clause.isRequest ? minimums.question : minimums.clause
}

/**
 * What a clause asks for: a fact, or something that the site does not answer (a
 * gap). `factId` is the fact that says so, if there is one. Undefined if the
 * clause asks nothing.
 */
type Reading =
  | { kind: 'answer'; fact: string }
  | { kind: 'gap'; factId?: string }
  | undefined

export type PartAnswers = { factIds: string[]; gaps: Gap[] }

/**
 * Returns the facts that the clauses ask for, in the visitor's order, and the
 * parts that no fact answers.
 */
export function answerParts(
  { clauses }: Question,
  knowledge: Knowledge,
): PartAnswers {
  const factIds: string[] = []
  const gaps: (Gap & { clause: Clause })[] = []
  const answered = new Set<Part>()
  for (const clause of clauses.filter(({ isAsked }) => isAsked)) {
    const reading = readClause(clause, factIds.toReversed(), knowledge)
    if (reading?.kind === 'answer') {
      factIds.push(reading.fact)
      answered.add(clause.sentence)
    }
    if (reading?.kind === 'gap' && !capitalizedWords.test(clause.text))
      gaps.push({ text: tidy(clause.text), factId: reading.factId, clause })
  }
  return {
    factIds: [...new Set(factIds)].slice(0, maxFacts),
    gaps: gaps
      .filter(({ clause }) => !isAlternative(clause, answered))
      .map(({ text, factId }) => ({ text, factId })),
  }
}

// Matches in the text, because the words have lost their accents and "où" would
// count as "ou".
const or = /\s(?:or|ou|o)\s/i

/**
 * Whether a clause is one side of an alternative, such as "Is it in the price
 * or is there a fee?", whose other side is answered.
 */
function isAlternative({ sentence }: Clause, answered: Set<Part>): boolean {
  return answered.has(sentence) && or.test(sentence.text)
}

// Matches the first words of a description of the visitor, which asks nothing.
const aboutVisitor =
  /^\s*(?:\p{L}+['’\s]+){0,2}(?:my|our|we|i|ma|mon|mes|notre|nos|nous|je|mi|mis|nuestr[oa]s?|soy|somos|yo)(?!\p{L})/iu

const numerals = new Set(
  wordsOf(
    '1 2 3 4 5 6 7 8 9 10 first second third fourth fifth finally lastly firstly secondly thirdly premièrement deuxièmement troisièmement quatrièmement premier deuxième troisième quatrième enfin primero segundo tercero cuarto quinto finalmente primera segunda tercera por último',
  ),
)

// Matches names, such as the signature of a letter.
const capitalizedWords = /^(?:\p{Lu}[\p{L}.’'-]*\s*)+$/u

const talk = ['hello', 'thanks', 'bye', 'acknowledged'].map(
  (intent) => `intent.${intent}`,
)

/** A clause, and everything that its interpretation depends on. */
type ClauseInContext = Clause & {
  ranked: Likelihoods
  /** The aspect of the last fact that the clause asks about, such as `when`. */
  aspect: string | undefined
  /** The facts of the clauses before, newest first. */
  lastFacts: string[]
  knowledge: Knowledge
}

/**
 * Reads a clause alone if it clearly names a fact, or else as a follow-up to
 * the facts of the clauses before it, newest first.
 */
function readClause(
  clause: Clause,
  lastFacts: string[],
  knowledge: Knowledge,
): Reading {
  const { words } = clause
  const aspect = lastFacts.length > 0 ? aspectIn(words, knowledge) : undefined
  // Skips words without content, such as the "We would" left over from "we
  // would like to know", and the numbers of list items.
  if (!aspect && contentWordsOf(words, knowledge.locale).length === 0)
    return undefined
  if (words.every((word) => numerals.has(word))) return undefined
  const ranked = rankWords(words, knowledge)
  const named = topFact(ranked, minimumOf(clause, aspect))
  if (named && isOvershadowed(named, clause, knowledge)) return undefined
  const inContext = { ...clause, ranked, aspect, lastFacts, knowledge }
  return named && !relativeAspects.includes(aspect ?? '')
    ? readNamed(named, inContext)
    : readFollowUp(inContext, named)
}

function readNamed(fact: string, clause: ClauseInContext): Reading {
  // Skips descriptions of the visitor, such as "We are a bank".
  if (sectionOf(fact) === 'clients' && !isQuestion(clause)) return undefined
  if (isStated(fact, clause.knowledge)) return { kind: 'answer', fact }
  // A single word, such as a job title under a letter, is rarely a question.
  return clause.words.length > 1 ? { kind: 'gap', factId: fact } : undefined
}

/**
 * Reads a clause in the context of the facts before it, because it names no
 * fact, or only a fact whose meaning depends on them (`named`).
 */
function readFollowUp(
  clause: ClauseInContext,
  named: string | undefined,
): Reading {
  const [best] = clause.ranked
  const likely = best && best.likelihood >= minIntent ? best.label : ''
  // Skips greetings, signatures and the openings of letters.
  if (talk.includes(likely)) return undefined
  const isRefused = likely === 'intent.noAnswer' && !clause.aspect
  const related = isRefused ? undefined : relatedFact(clause)
  if (named && !related) return readNamed(named, clause)
  if (related && isStated(related, clause.knowledge))
    return { kind: 'answer', fact: related }
  return isGap(clause, isRefused) ? { kind: 'gap' } : undefined
}

/**
 * Whether a clause without an answer asks something. If the classifier is
 * unsure (not `isRefused`), statements and likely facts are not gaps.
 */
function isGap(clause: ClauseInContext, isRefused: boolean): boolean {
  const { words, text, isRequest, ranked, lastFacts, knowledge } = clause
  const contentWords = contentWordsOf(words, knowledge.locale).length
  if (!isRequest || contentWords < minGapWords) return false
  const isDescription = aboutVisitor.test(text)
  if (isRefused) return isQuestion(clause) || !isDescription
  const repeatsFact = lastFacts.includes(ranked[0]?.label ?? '')
  const mayNameFact = topFact(ranked, minimums.notAGap) !== undefined
  return !isDescription && !repeatsFact && (isQuestion(clause) || !mayNameFact)
}

// A fact is overshadowed if its sentence is at least 90% likely to be about
// another fact, and at most 2% likely to be about this one.
const minOvershadowing = 0.9
const maxOvershadowed = 0.02

/**
 * Whether a clause is not a question by itself, and its sentence is clearly
 * about another fact. In "Which vaults do you use and in which countries?", the
 * second clause alone would ask in which countries clients may be.
 */
function isOvershadowed(
  fact: string,
  { sentence, words, text }: Clause,
  knowledge: Knowledge,
): boolean {
  if (isQuestion({ words, text: text.replaceAll('?', '') })) return false
  const ranked = rankWords(sentence.words, knowledge)
  const other = topFact(ranked, minOvershadowing)
  return (
    other !== undefined &&
    other !== fact &&
    ranked.every(
      ({ label, likelihood }) =>
        label !== fact || likelihood <= maxOvershadowed,
    )
  )
}

/**
 * Returns the fact that a clause asks for in the context of the facts before
 * it.
 */
function relatedFact(clause: ClauseInContext): string | undefined {
  const { words, aspect, lastFacts, knowledge } = clause
  const [last] = lastFacts
  const isAspect = aspect !== undefined
  if (last === undefined || !(isAspect || isQuestion(clause))) return undefined
  if (aspect === 'cost') return costAfter(last)
  const ranked = rankInContext(words, lastFacts, knowledge, { isAspect })
  return topFact(ranked, minimums.inContext)
}

/** Removes the punctuation around a part, so that it can be quoted. */
function tidy(text: string): string {
  return text.replace(/^[•¿¡\s]+|[\s?!.…]+$/g, '')
}
