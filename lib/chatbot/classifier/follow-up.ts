import { classify, type Knowledge } from '../knowledge'
import type { Route } from '../router'
import { nextQuestions, stepAfter, subjectOf } from '../sections'
import { isFact } from './classifier'
import { featuresOf } from './lexicon'
import {
  likelyFacts,
  minClearFact,
  minLikelihood,
  rankInContext,
  rankWords,
} from './rank'

/** A route without its language, or undefined if none was found. */
export type Decision = Partial<Omit<Route, 'language'>> | undefined

const minAspect = 0.5
const minOtherFact = 0.7
const minPart = 0.4

/**
 * Aspects whose meaning depends on the previous fact, such as “how much” after
 * a fact about delivery.
 */
export const relative = ['howMuch', 'howLong', 'when']

/**
 * Returns the aspect of the previous answer that words ask for, such as "when"
 * or "why", if any.
 */
export function aspectIn(
  words: string[],
  { locale }: Knowledge,
): string | undefined {
  const [best] = classify(featuresOf(words, locale))
  if (!best || best.likelihood < minAspect) return undefined
  return best.topic.match(/^follow-up\.(.+)$/)?.[1]
}

/**
 * Finds the facts that a follow-up asks for. `told` lists the facts given last,
 * newest first.
 */
export function continueFrom(
  words: string[],
  told: string[],
  knowledge: Knowledge,
): Decision {
  const [last = ''] = told
  const isAboutReports = subjectOf(last) === 'attestations'
  const aspect = aspectIn(words, knowledge)
  switch (aspect) {
    case 'source':
    case 'sure':
      return isAboutReports
        ? { topics: ['attestations.where'] }
        : { topics: [last], intent: 'readHere' }
    case 'confirm': {
      // Names the attestor only for the metal, because a third party attests to
      // nothing else.
      const isAttested = isAboutReports || last === 'token.backing'
      return { topics: [isAttested ? 'attestations.attestor' : 'contact.team'] }
    }
    case 'more':
    case 'next': {
      const step = aspect === 'next' ? stepAfter(last) : undefined
      const [next, ...others] = nextQuestions(told, [])
      const topic = step ?? next
      return topic === undefined ? undefined : { topics: [topic], others }
    }
  }
  const ranked = rankInContext(words, told, knowledge, aspect !== undefined)
  const [best] = ranked
  const isClear = best && best.topic !== last && best.likelihood >= minClearFact
  if (aspect === 'why' && !isClear) return { intent: 'noReason' }
  // Words that name another fact without the conversation rarely ask for the
  // previous fact again.
  const [alone] = isClear ? [] : rankWords(words, knowledge)
  const minimum = relative.includes(aspect ?? '') ? minOtherFact : minPart
  if (alone && isFact(alone.topic) && alone.likelihood >= minimum)
    return { topics: [alone.topic] }
  if (!best || best.likelihood < minLikelihood) return undefined
  return {
    topics: [best.topic],
    others: likelyFacts(ranked, [best.topic]),
    isUncertain: aspect === undefined && best.likelihood < minPart,
  }
}
