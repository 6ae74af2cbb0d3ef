import tables from '../fact-tables.json'
import { classify, type Knowledge } from '../knowledge'
import { sectionOf, subjectOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import { featuresOf } from './lexicon'
import { type Question, wordsIn } from './question'
import { wordsOf } from './words'

// Likelihoods are between 0 and 1. `npm run eval:assistant` shows the effect of
// changing a threshold.

/** A fact below this likelihood is too uncertain to be an answer. */
export const minLikelihood = 0.2

/** A fact from this likelihood on is clear without the conversation. */
export const minClearFact = 0.5

/** Returns the likeliest label, if it is a fact that is at least this likely. */
export function topFact(
  [best]: Likelihoods,
  minimum: number,
): string | undefined {
  return best && isFact(best.label) && best.likelihood >= minimum
    ? best.label
    : undefined
}

/** Ranks the labels that words ask for, likeliest first. */
export function rankWords(
  words: string[],
  { locale, facts }: Knowledge,
): Likelihoods {
  const shares = new Map<string, number>()
  for (const { label, likelihood } of classify(featuresOf(words, locale))) {
    // Leaves out aspects of the previous answer ("follow-up.when"), because
    // they say nothing by themselves.
    if (sectionOf(label) === 'follow-up') continue
    // A question about a fact that the brand does not confirm has no answer,
    // unless a more general fact covers it.
    const standIn = standIns[label] ?? label
    const answer =
      [label, standIn].find((id) => !isFact(id) || facts.has(id)) ??
      'intent.noAnswer'
    shares.set(answer, (shares.get(answer) ?? 0) + likelihood)
  }
  return normalize(
    [...shares].map(([label, likelihood]) => ({ label, likelihood })),
  )
}

const standIns: Partial<Record<string, string>> = tables.standIns

/** Scales likelihoods to a sum of 1 and sorts them. */
function normalize(ranked: Likelihoods): Likelihoods {
  const total = ranked.reduce((sum, { likelihood }) => sum + likelihood, 0)
  const shares = ranked.map(({ label, likelihood }) => ({
    label,
    likelihood: likelihood / total,
  }))
  return shares.sort((a, b) => b.likelihood - a.likelihood)
}

/** Returns the likelihood of each label in the part that asks for it most. */
function maxByLabel(
  parts: string[][],
  knowledge: Knowledge,
): Map<string, number> {
  const clearest = new Map<string, number>()
  for (const words of parts) {
    for (const { label, likelihood } of rankWords(words, knowledge))
      clearest.set(label, Math.max(likelihood, clearest.get(label) ?? 0))
  }
  return clearest
}

// The lowest likelihood of distress that counts. Messages from people in
// distress exceed it, but remarks in the first person, such as “I am in
// Santiago”, do not.
const minDistress = 0.6

/**
 * Ranks the labels of a whole message, likeliest first:
 *
 * - fact = (its likelihood in the message + in the part that is clearest) / 2
 * - intent = the lower of its likelihoods in the message and in its clauses
 *
 * If fees have a likelihood of 0.3 in the message and of 0.9 in one of its
 * questions, their combined likelihood is 0.6. A greeting with a likelihood of
 * 0.5 in the message, but of 0.1 in its clauses, counts as 0.1.
 */
export function rankQuestion(
  { sentences, clauses }: Question,
  knowledge: Knowledge,
): Likelihoods {
  const parts = [...sentences, ...clauses].map(({ words }) => words)
  const inClearestPart = maxByLabel(parts, knowledge)
  const inClauses = maxByLabel([wordsIn(clauses)], knowledge)
  const inMessage = rankWords(wordsIn(sentences), knowledge)
  const combined = inMessage.map(({ label, likelihood }) => ({
    label,
    likelihood: isFact(label)
      ? (likelihood + (inClearestPart.get(label) ?? 0)) / 2
      : Math.min(likelihood, inClauses.get(label) ?? 0),
  }))
  return combined
    .filter(
      ({ label, likelihood }) =>
        label !== 'intent.distress' || likelihood >= minDistress,
    )
    .sort((a, b) => b.likelihood - a.likelihood)
}

// The weight of a fact's likelihood for the words alone, relative to its
// likelihood for the last question and the words together.
const weightAlone = 2

/** The weight of a fact by its relation to the fact that was given last. */
const nearness = { sameSubject: 1, otherSubject: 0.2, sameFact: 0.12 }

// An aspect ("when?") names no subject, so another subject is unlikely.
const nearnessOfAspect = {
  sameSubject: 1,
  otherSubject: 0.02,
  sameFact: 0.02,
}

/**
 * Ranks the facts that words ask for in the context of the facts given before,
 * preferring the current subject. `isAspect` means that the words ("when?")
 * name no subject themselves.
 */
export function rankInContext(
  words: string[],
  lastFacts: string[],
  knowledge: Knowledge,
  { isAspect }: { isAspect: boolean },
): Likelihoods {
  const [last = ''] = lastFacts
  const aloneLikelihoods = isAspect
    ? new Map<string, number>()
    : maxByLabel([words], knowledge)
  const near = isAspect ? nearnessOfAspect : nearness
  const lastQuestion = wordsOf(knowledge.facts.get(last)?.question ?? '')
  const both = rankWords([...lastQuestion, ...words], knowledge)
  const weighed = both
    .filter(({ label }) => isFact(label))
    .map(({ label, likelihood }) => {
      const alone = aloneLikelihoods.get(label) ?? 0
      const combined = likelihood + weightAlone * alone
      return { label, likelihood: combined * near[relationOf(label, last)] }
    })
  return normalize(weighed)
}

function relationOf(label: string, last: string): keyof typeof nearness {
  if (label === last) return 'sameFact'
  return subjectOf(label) === subjectOf(last) ? 'sameSubject' : 'otherSubject'
}

const minSuggestion = 0.03
const maxSuggestions = 3

/** Returns the facts that a visitor may have meant. */
export function likelyFacts(
  ranked: Likelihoods,
  except: string[] = [],
): string[] {
  return ranked
    .filter(({ likelihood }) => likelihood >= minSuggestion)
    .map(({ label }) => label)
    .filter((label) => isFact(label) && !except.includes(label))
    .slice(0, maxSuggestions)
}
