import { isFact, type Likelihoods } from './classifier'
import type { FollowUp } from './follow-ups'
import type { Knowledge } from './knowledge'
import { offered, rankWords } from './rank-topics'
import { sectionOf, stepAfter, subjectOf } from './sections'
import {
  aspectShares,
  clearAlone,
  clearIntent,
  contactShare,
  earlierSubjectShare,
  maxSuggestions,
  minLikelihood,
  minReason,
  otherSubjectShare,
  repeatedShare,
} from './thresholds'
import { wordsOf } from './tokenize'
import type { Understanding } from './understanding'

/** What a message asks for that goes on from the facts told before (`said`); undefined where it stands by itself. */
export function understandInContext(
  { aspect, metals, words }: FollowUp,
  said: string[],
  knowledge: Knowledge,
): Understanding | undefined {
  const [last = ''] = said
  if (aspect === 'source' || aspect === 'sure') return sourceOf(last)
  if (aspect === 'simpler') return { kind: 'source', id: last, phrase: 'noSimpler' }
  if (aspect === 'confirm') return confirmedBy(last)
  if (aspect === 'more') return factsOf(related(last, said, knowledge))
  const step = aspect === 'next' ? stepAfter(last) : undefined
  if (step) return { kind: 'facts', ids: [step], others: [] }
  if (aspect === 'next' && words.length === 0) return factsOf(related(last, said, knowledge))
  if (metals.length > 0) return aboutMetal(metals, last, knowledge)
  if (!aspect && isClear(rankWords(words, knowledge))) return undefined
  const ranked = rankInContext(words, said, knowledge, aspect !== undefined)
  const [best] = ranked
  if (aspect === 'why' && (!best || best.topic === last || best.likelihood < minReason)) return noReason
  if (!best || best.likelihood < minLikelihood) return undefined
  return { kind: 'facts', ids: [best.topic], others: offered(ranked, [best.topic]) }
}

// "Is it insured?" has a pronoun, and stands by itself.
function isClear([best]: Likelihoods): boolean {
  return best !== undefined && isFact(best.topic) && best.likelihood >= clearAlone
}

function sourceOf(last: string): Understanding {
  if (subjectOf(last) === 'attestations') return { kind: 'facts', ids: ['attestations.where'], others: [] }
  return { kind: 'source', id: last, phrase: 'readHere' }
}

const noReason: Understanding = { kind: 'intent', intent: 'noReason', others: [] }

// A third party attests the metal and nothing else.
function confirmedBy(last: string): Understanding {
  const isAttested = subjectOf(last) === 'attestations' || last === 'token.backing'
  return { kind: 'facts', ids: [isAttested ? 'attestations.attestor' : 'contact.team'], others: [] }
}

function factsOf([id, ...others]: string[]): Understanding | undefined {
  return id === undefined ? undefined : { kind: 'facts', ids: [id], others: others.slice(0, maxSuggestions) }
}

// Of the same subject as a fact that was told, and not told yet, the likeliest first.
function related(id: string, said: string[], knowledge: Knowledge): string[] {
  const question = knowledge.facts.get(id)?.question ?? ''
  const ranked = rankWords(wordsOf(question), knowledge).filter(({ topic }) => isFact(topic) && !said.includes(topic))
  const near = ranked.map(({ topic }) => topic).filter((topic) => subjectOf(topic) === subjectOf(id))
  const isNext = (topic: string) => sectionOf(topic) === sectionOf(id)
  return [...near.filter(isNext), ...near.filter((topic) => !isNext(topic))]
}

// "And for silver?" What holds for gold holds for silver; the figures of the reports name both.
function aboutMetal(metals: string[], last: string, knowledge: Knowledge): Understanding | undefined {
  if (metals.includes('othermetal')) return { kind: 'facts', ids: ['token.otherMetals'], others: [] }
  const both = metals.includes('silver') && sectionOf(last) !== 'reports' ? [last, 'token.silver'] : [last]
  const ids = [...new Set(both)].filter((id) => knowledge.facts.has(id))
  return ids.length > 0 ? { kind: 'facts', ids, others: [] } : undefined
}

/**
 * The facts that words ask for, alone and behind the question answered last; the subject in hand is preferred. Empty
 * where they are clearly no question. `isAspect`: the words alone ("when?") say nothing of a subject.
 */
export function rankInContext(words: string[], said: string[], knowledge: Knowledge, isAspect = false): Likelihoods {
  const [last = '', before = ''] = said
  const question = wordsOf(knowledge.facts.get(last)?.question ?? '')
  const ranked = rankWords(words, knowledge)
  if (!isAspect && ranked.some(({ topic, likelihood }) => !isFact(topic) && likelihood >= clearIntent)) return []
  const alone = new Map(isAspect ? [] : ranked.map(({ topic, likelihood }) => [topic, likelihood]))
  const nearness = (topic: string) => {
    const subject = subjectOf(topic)
    if (topic === last) return isAspect ? aspectShares.repeated : repeatedShare
    if (subject === subjectOf(last)) return 1
    if (isAspect) return aspectShares.other
    if (subject === 'contact') return contactShare
    return subject === subjectOf(before) ? earlierSubjectShare : otherSubjectShare
  }
  const facts = rankWords([...question, ...words], knowledge).filter(({ topic }) => isFact(topic))
  const weighed = facts.map(({ topic, likelihood }) => {
    return { topic, likelihood: (likelihood + (alone.get(topic) ?? 0)) * nearness(topic) }
  })
  const total = weighed.reduce((sum, { likelihood }) => sum + likelihood, 0)
  const shares = weighed.map(({ topic, likelihood }) => ({ topic, likelihood: likelihood / total }))
  return shares.sort((a, b) => b.likelihood - a.likelihood)
}
