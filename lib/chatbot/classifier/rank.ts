import { classify, type Knowledge } from '../knowledge'
import { sectionOf, subjectOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import { featuresOf, isInstitution } from './lexicon'
import type { Question } from './question'
import { namesCompetitor } from './taught-phrases'
import { wordsOf } from './words'

// Likelihoods are between 0 and 1. `npm run eval:assistant` shows the effect of
// changing a threshold.

/** A fact below this likelihood is too weak to answer with. */
export const minLikelihood = 0.2

function rankWords(words: string[], { locale, facts }: Knowledge): Likelihoods {
  // Leaves out aspects of the previous answer ("follow-up.when"), because they
  // are not topics by themselves.
  const ranked = classify(featuresOf(words, locale)).filter(
    ({ topic }) => sectionOf(topic) !== 'follow-up',
  )
  const total = ranked.reduce((sum, { likelihood }) => sum + likelihood, 0)
  const shares = new Map<string, number>()
  for (const { topic, likelihood } of ranked) {
    // A question about a fact that the brand does not confirm has no answer.
    const isAnswered = !isFact(topic) || facts.has(topic)
    const answer = isAnswered ? topic : 'intent.noAnswer'
    shares.set(answer, (shares.get(answer) ?? 0) + likelihood / total)
  }
  return [...shares].map(([topic, likelihood]) => ({ topic, likelihood }))
}

/**
 * Ranks the topics of a whole message, likeliest first. A fact's likelihood is
 * the mean of its likelihoods in the whole message and in the part that asks
 * for it most clearly. An intent's likelihood is the lower of its likelihoods
 * in the whole message and in the asking parts.
 */
export function rankQuestion(
  { sentences, clauses }: Question,
  knowledge: Knowledge,
): Likelihoods {
  const whole = rankWords(
    sentences.flatMap(({ words }) => words),
    knowledge,
  )
  const asking = rankWords(
    clauses.flatMap(({ words }) => words),
    knowledge,
  )
  const inAsking = new Map(
    asking.map(({ topic, likelihood }) => [topic, likelihood]),
  )
  const clearest = new Map<string, number>()
  for (const { words } of [...sentences, ...clauses]) {
    for (const { topic, likelihood } of rankWords(words, knowledge)) {
      clearest.set(topic, Math.max(likelihood, clearest.get(topic) ?? 0))
    }
  }
  const weighed = whole.map(({ topic, likelihood }) => {
    if (!isFact(topic))
      return {
        topic,
        likelihood: Math.min(likelihood, inAsking.get(topic) ?? 0),
      }
    return { topic, likelihood: (likelihood + (clearest.get(topic) ?? 0)) / 2 }
  })
  return plausible(
    weighed,
    sentences.flatMap(({ words }) => words),
    knowledge,
  )
}

export function rankClause(
  words: string[],
  message: string[],
  knowledge: Knowledge,
): Likelihoods {
  return plausible(rankWords(words, knowledge), message, knowledge)
}

/** Weighs a fact by its relation to the fact that was given last. */
const nearness = {
  sameSubject: 1,
  otherSubject: 0.2,
  toldAlready: 0.12,
  aspectOfOther: 0.02,
}
const minClearIntent = 0.7

/**
 * Ranks the facts that words ask for in the context of the facts given before,
 * preferring the current subject. Returns none if the words are clearly not a
 * question. `isAspect` means that the words ("when?") name no subject
 * themselves.
 */
export function rankInContext(
  words: string[],
  told: string[],
  knowledge: Knowledge,
  isAspect: boolean,
): Likelihoods {
  const [last = ''] = told
  const alone = isAspect ? [] : rankWords(words, knowledge)
  if (
    alone.some(
      ({ topic, likelihood }) => !isFact(topic) && likelihood >= minClearIntent,
    )
  )
    return []
  const likelihoodAlone = new Map(
    alone.map(({ topic, likelihood }) => [topic, likelihood]),
  )
  const nearnessOf = (topic: string) => {
    if (topic !== last && subjectOf(topic) === subjectOf(last))
      return nearness.sameSubject
    if (isAspect) return nearness.aspectOfOther
    return topic === last ? nearness.toldAlready : nearness.otherSubject
  }
  const lastQuestion = wordsOf(knowledge.facts.get(last)?.question ?? '')
  const facts = rankWords([...lastQuestion, ...words], knowledge).filter(
    ({ topic }) => isFact(topic),
  )
  const weighed = facts.map(({ topic, likelihood }) => {
    const both = likelihood + 2 * (likelihoodAlone.get(topic) ?? 0)
    return { topic, likelihood: both * nearnessOf(topic) }
  })
  const total = weighed.reduce((sum, { likelihood }) => sum + likelihood, 0)
  const shares = weighed.map(({ topic, likelihood }) => ({
    topic,
    likelihood: likelihood / total,
  }))
  return plausible(shares, words, knowledge)
}

/**
 * Leaves out topics that would do harm if they were wrong, unless they are
 * likely enough.
 */
function plausible(
  ranked: Likelihoods,
  message: string[],
  { locale }: Knowledge,
): Likelihoods {
  const minimum: Record<string, number> = {
    'clients.retail': isInstitution(message, locale) ? 1 : 0.3,
    'intent.competitor': namesCompetitor(message) ? 0 : 0.8,
    'intent.distress': 0.9,
    'intent.abuse': 0.7,
    'intent.notWhatIAsked': 0.7,
    'intent.gibberish': 0.7,
  }
  const kept = ranked.filter(
    ({ topic, likelihood }) => likelihood >= (minimum[topic] ?? 0),
  )
  return kept.sort((one, other) => other.likelihood - one.likelihood)
}

const minSuggestion = 0.03
const maxSuggestions = 3

/** Returns the facts that a visitor may have meant. */
export function likelyFacts(
  ranked: Likelihoods,
  told: string[] = [],
): string[] {
  const likely = ranked
    .filter(({ likelihood }) => likelihood >= minSuggestion)
    .map(({ topic }) => topic)
  return likely
    .filter((topic) => isFact(topic) && !told.includes(topic))
    .slice(0, maxSuggestions)
}
