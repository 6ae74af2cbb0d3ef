import type { Locale } from '@/lib/i18n/routing'
import { classify, type Knowledge } from '../knowledge'
import { nextQuestions, sectionOf, stepAfter, subjectOf } from '../sections'
import type { Decision } from './decision'
import { featuresOf, unitsOf } from './lexicon'
import { likelyFacts, minLikelihood, rankInContext } from './rank'
import { hasPronoun, wordsAfterStart } from './taught-phrases'

/**
 * `aspect` is the question about the previous answer ("when", "why"). `named`
 * lists the concepts that a new question names ("and silver?").
 */
export type FollowUp = { aspect?: string; named: string[]; words: string[] }

/**
 * Concepts that a visitor may ask about by name alone, as in "And silver?" or
 * "In Mexico as well?"
 */
const nameable = ['gold', 'silver', 'othermetal', 'unsupported', 'country']

const aspectTopic = /^follow-up\.(.+)$/
const minAspect = 0.5

/**
 * Reads words as a follow-up to the conversation, or returns undefined if they
 * do not refer to it.
 */
export function followUpIn(
  words: string[],
  locale: Locale,
): FollowUp | undefined {
  const rest = wordsAfterStart(words, locale) ?? words
  const [best] = classify(featuresOf(rest, locale))
  const aspect =
    best && best.likelihood >= minAspect
      ? best.topic.match(aspectTopic)?.[1]
      : undefined
  if (aspect) return { aspect, named: [], words: rest }
  const units = unitsOf(rest, locale)
  const named = units.flatMap((unit) =>
    nameable.filter((name) => unit.includes(`#${name}`)),
  )
  const isOnlyNames =
    units.length > 0 && units.length <= 2 && named.length === units.length
  if (isOnlyNames) return { named, words: rest }
  const isContinuing = rest !== words || hasPronoun(rest, locale)
  return isContinuing && rest.length > 0
    ? { named: [], words: rest }
    : undefined
}

/**
 * Finds the facts that a follow-up asks for. `told` lists the facts given last,
 * newest first.
 */
export function resolveFollowUp(
  { aspect, named, words }: FollowUp,
  told: string[],
  knowledge: Knowledge,
): Decision {
  const [last = ''] = told
  const isAboutReports = subjectOf(last) === 'attestations'
  switch (aspect) {
    case 'source':
    case 'sure':
      return isAboutReports
        ? facts('attestations.where')
        : { topics: [last], intent: 'readHere' }
    case 'simpler':
      return { topics: [last], intent: 'noSimpler' }
    case 'confirm':
      // Names the attestor only for the metal, because a third party attests to
      // nothing else.
      return facts(
        isAboutReports || last === 'token.backing'
          ? 'attestations.attestor'
          : 'contact.team',
      )
    case 'more':
      return tellMore(last, told)
    case 'next':
      return facts(stepAfter(last)) ?? tellMore(last, told)
  }
  if (named.includes('country')) {
    return facts(
      subjectOf(last) === 'contact'
        ? 'contact.offices'
        : 'notStated.jurisdictions',
    )
  }
  if (named.length > 0) return aboutMetal(named, last, knowledge)
  const ranked = rankInContext(words, told, knowledge, aspect !== undefined)
  const [best] = ranked
  if (aspect === 'why' && (!best || best.topic === last))
    return { topics: [], intent: 'noReason' }
  if (!best || best.likelihood < minLikelihood) return undefined
  return { topics: [best.topic], others: likelyFacts(ranked, [best.topic]) }
}

function facts(...ids: (string | undefined)[]): Decision {
  const topics = ids.filter((id) => id !== undefined)
  return topics.length > 0 ? { topics } : undefined
}

function tellMore(last: string, told: string[]): Decision {
  const [next, ...others] = nextQuestions([last, ...told], [])
  return next === undefined ? undefined : { topics: [next], others }
}

function aboutMetal(
  metals: string[],
  last: string,
  knowledge: Knowledge,
): Decision {
  if (metals.includes('othermetal')) return facts('token.otherMetals')
  if (metals.includes('unsupported')) return facts('token.metals')
  const isSilver = metals.includes('silver') && sectionOf(last) !== 'reports'
  const about = isSilver ? [last, 'token.silver'] : [last]
  return facts(...new Set(about.filter((id) => knowledge.facts.has(id))))
}
