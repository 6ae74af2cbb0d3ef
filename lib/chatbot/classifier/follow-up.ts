import tables from '../fact-tables.json'
import { classify, type Knowledge } from '../knowledge'
import type { MessageRoute } from '../message-route'
import { nextQuestions, stepAfter, subjectOf } from '../sections'
import { featuresOf } from './lexicon'
import {
  likelyFacts,
  minClearFact,
  minLikelihood,
  rankInContext,
  rankWords,
  topFact,
} from './rank'

/** A route without its language, or undefined if none was found. */
export type Decision = Partial<Omit<MessageRoute, 'language'>> | undefined

const minAspect = 0.5
const minPart = 0.4

/**
 * Aspects whose meaning depends on the previous fact, such as “how much” after
 * a fact about delivery.
 */
export const relativeAspects = ['howMuch', 'cost', 'howLong', 'when']

/**
 * Returns which aspect of the previous answer the words ask about, such as
 * "when" or "why", or undefined.
 */
export function aspectIn(
  words: string[],
  { locale }: Knowledge,
): string | undefined {
  const [best] = classify(featuresOf(words, locale))
  if (!best || best.likelihood < minAspect) return undefined
  return best.label.match(/^follow-up\.(.+)$/)?.[1]
}

/**
 * Finds the facts that a follow-up asks for. `lastFacts` lists the facts given
 * last, newest first.
 */
export function continueFrom(
  words: string[],
  lastFacts: string[],
  knowledge: Knowledge,
): Decision {
  const aspect = aspectIn(words, knowledge)
  return (
    answerAspect(aspect, lastFacts) ??
    continueByRank(words, aspect, lastFacts, knowledge)
  )
}

/** Answers the aspects whose answer depends only on the facts given last. */
function answerAspect(
  aspect: string | undefined,
  lastFacts: string[],
): Decision {
  const [last = ''] = lastFacts
  const isAboutReports = subjectOf(last) === 'attestations'
  switch (aspect) {
    case 'source':
    case 'sure':
      return isAboutReports
        ? { factIds: ['attestations.where'] }
        : { factIds: [last], intent: 'readHere' }
    case 'confirm': {
      // Names the attestor only for questions about the metal, because no third
      // party attests to anything else.
      const isAttested = isAboutReports || last === 'token.backing'
      return {
        factIds: [isAttested ? 'attestations.attestor' : 'contact.team'],
      }
    }
    case 'cost':
      return { factIds: [costAfter(last)] }
    case 'detail':
      return { factIds: [last] }
    case 'more':
    case 'next': {
      const step = aspect === 'next' ? stepAfter(last) : undefined
      const [next, ...alternatives] = nextQuestions(lastFacts, [])
      const factId = step ?? next
      return factId === undefined
        ? undefined
        : { factIds: [factId], alternatives }
    }
  }
  const other = aspects[subjectOf(last)]?.[aspect ?? '']
  return other && other !== last ? { factIds: [other] } : undefined
}

const aspects: Partial<Record<string, Partial<Record<string, string>>>> =
  tables.aspects

/** Returns the fact about the costs of the last fact's subject. */
export function costAfter(last: string): string {
  return aspects[subjectOf(last)]?.cost ?? 'fees.published'
}

/**
 * Returns the likeliest fact in the context of the facts given last. Unless
 * that is clearly a new fact, prefers a fact that the words name by themselves,
 * because such words rarely ask for the previous fact again.
 */
function continueByRank(
  words: string[],
  aspect: string | undefined,
  lastFacts: string[],
  knowledge: Knowledge,
): Decision {
  const isAspect = aspect !== undefined
  const ranked = rankInContext(words, lastFacts, knowledge, { isAspect })
  const clear = topFact(ranked, minClearFact)
  const isOtherFact = clear !== undefined && clear !== lastFacts[0]
  if (aspect === 'why' && !isOtherFact) return { intent: 'noReason' }
  // The words of an aspect name no subject themselves.
  const named = isAspect
    ? undefined
    : topFact(rankWords(words, knowledge), minPart)
  if (named && !isOtherFact) return { factIds: [named] }
  const likely = topFact(ranked, minLikelihood)
  if (!likely) return undefined
  return {
    factIds: [likely],
    alternatives: likelyFacts(ranked, [likely]),
    isUncertain: !isAspect && !topFact(ranked, minPart),
  }
}
