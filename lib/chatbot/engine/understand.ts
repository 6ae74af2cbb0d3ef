import { analyse } from './analysis'
import type { Likelihoods } from './classifier'
import { type FollowUp, followUpIn } from './follow-ups'
import type { Knowledge } from './knowledge'
import { isFact, rankParts, rankTopics, rankWords } from './rank-topics'
import { notStated, sectionOf, stepAfter, subjectOf } from './sections'
import {
  earlierSubjectShare,
  maxFacts,
  maxSuggestions,
  minLikelihood,
  minSecondRatio,
  minSuggestion,
  otherSubjectShare,
  repeatedShare,
} from './thresholds'
import { wordsOf } from './tokenize'

export type Intent =
  | 'hello'
  | 'thanks'
  | 'bye'
  | 'help'
  | 'offTopic'
  | 'noAnswer'
  | 'competitor'
  | 'distrust'
  | 'notWhatIAsked'
  | 'distress'
  | 'abuse'
  | 'gibberish'

/** A message as words: its sentences, and its clauses. */
export type Question = { sentences: string[][]; parts: string[][] }

/** What a message asks for. `others`: facts to offer as questions. */
export type Understanding =
  | { kind: 'facts'; ids: string[]; others: string[] }
  | { kind: 'source'; id: string }
  | { kind: 'intent'; intent: Intent; others: string[] }
  | { kind: 'unsure'; others: string[] }

/** Finds what a message asks for. `said`: the facts told before, the newest first. */
export function understand({ sentences, parts }: Question, knowledge: Knowledge, said: string[]): Understanding {
  const words = sentences.flat()
  const asked = knowledge.questions.get(words.join(' '))
  if (asked) return { kind: 'facts', ids: [asked], others: [] }
  const followUp = said.length > 0 ? followUpIn(words, knowledge.locale) : undefined
  return (
    (followUp && goOn(followUp, said, knowledge)) ??
    decide(rankTopics(sentences, knowledge), { sentences, parts }, knowledge)
  )
}

function decide(ranked: Likelihoods, { sentences, parts }: Question, knowledge: Knowledge): Understanding {
  const [best] = ranked
  const refused = ranked.filter(({ topic }) => !isFact(topic)).reduce((sum, { likelihood }) => sum + likelihood, 0)
  const facts = ranked.filter(({ topic }) => isFact(topic))
  const [first] = facts
  if (!best || !first || sectionOf(first.topic) === notStated || refused > first.likelihood) {
    const untaught = knowledge.search(analyse(sentences.flat(), knowledge.locale).units)
    if (untaught) return { kind: 'facts', ids: [untaught], others: [] }
  }
  if (!best || !first) return { kind: 'unsure', others: [] }
  if (refused > first.likelihood) {
    const intent = ranked.find(({ topic }) => !isFact(topic))?.topic.slice('intent.'.length) as Intent
    return { kind: 'intent', intent, others: intent === 'noAnswer' ? offered(facts) : [] }
  }
  if (first.likelihood < minLikelihood) return { kind: 'unsure', others: offered(facts) }
  const asked = rankParts(parts, knowledge).map(([part]) => part?.topic ?? '')
  if (asked.length > 1) return { kind: 'facts', ids: asked.slice(0, maxFacts), others: offered(facts, asked) }
  const ids = facts.filter(({ likelihood }) => likelihood >= minSecondRatio * first.likelihood).slice(0, maxFacts)
  const told = ids.map(({ topic }) => topic)
  return { kind: 'facts', ids: told, others: offered(facts, told) }
}

function offered(facts: Likelihoods, told: string[] = []): string[] {
  const worth = facts.filter(({ topic, likelihood }) => likelihood >= minSuggestion && !told.includes(topic))
  return worth.slice(0, maxSuggestions).map(({ topic }) => topic)
}

// What a message asks for that goes on from the facts told before; undefined where it stands by itself.
function goOn({ aspect, metals, words }: FollowUp, said: string[], knowledge: Knowledge): Understanding | undefined {
  const [last = ''] = said
  if (aspect === 'source' || aspect === 'sure') return sourceOf(last)
  if (aspect === 'more') return factsOf(related(last, said, knowledge))
  const step = aspect === 'next' ? stepAfter(last) : undefined
  if (step) return { kind: 'facts', ids: [step], others: [] }
  if (metals.length > 0) return aboutMetal(metals, last, knowledge)
  const ranked = rankInContext(words, said, knowledge)
  const [best] = ranked
  if (!best || best.likelihood < minLikelihood || !isFact(best.topic)) return undefined
  return {
    kind: 'facts',
    ids: [best.topic],
    others: offered(
      ranked.filter(({ topic }) => isFact(topic)),
      [best.topic],
    ),
  }
}

function sourceOf(last: string): Understanding {
  if (subjectOf(last) === 'attestations') return { kind: 'facts', ids: ['attestations.where'], others: [] }
  return { kind: 'source', id: last }
}

function factsOf([id, ...others]: string[]): Understanding | undefined {
  return id === undefined ? undefined : { kind: 'facts', ids: [id], others: others.slice(0, maxSuggestions) }
}

/** The facts for a question that were not told yet, the likeliest first. */
export function alternatives(sentences: string[][], knowledge: Knowledge, said: string[]): string[] {
  return offered(
    rankTopics(sentences, knowledge).filter(({ topic }) => isFact(topic)),
    said,
  )
}

/** Facts near to one that was told, and not told yet: of the same subject, the likeliest first. */
export function related(id: string, said: string[], knowledge: Knowledge): string[] {
  const question = knowledge.facts.get(id)?.question ?? ''
  const ranked = rankWords(wordsOf(question), knowledge).filter(({ topic }) => isFact(topic) && !said.includes(topic))
  return ranked.filter(({ topic }) => subjectOf(topic) === subjectOf(id)).map(({ topic }) => topic)
}

// "And for silver?" What holds for gold holds for silver; the figures of the reports name both.
function aboutMetal(metals: string[], last: string, knowledge: Knowledge): Understanding | undefined {
  if (metals.includes('othermetal')) return { kind: 'facts', ids: ['token.otherMetals'], others: [] }
  const both = metals.includes('silver') && sectionOf(last) !== 'reports' ? [last, 'token.silver'] : [last]
  const ids = [...new Set(both)].filter((id) => knowledge.facts.has(id))
  return ids.length > 0 ? { kind: 'facts', ids, others: [] } : undefined
}

// The words alone and those with the question answered before count equally; then the subject in hand is preferred.
function rankInContext(words: string[], said: string[], knowledge: Knowledge): Likelihoods {
  const [last = '', before = ''] = said
  const question = wordsOf(knowledge.facts.get(last)?.question ?? '')
  const alone = new Map(rankWords(words, knowledge).map(({ topic, likelihood }) => [topic, likelihood]))
  const together = rankWords([...question, ...words], knowledge)
  const nearness = (topic: string) => {
    if (subjectOf(topic) === subjectOf(last)) return 1
    return subjectOf(topic) === subjectOf(before) ? earlierSubjectShare : otherSubjectShare
  }
  const weighed = together.map(({ topic, likelihood }) => {
    const fresh = topic === last ? repeatedShare : 1
    return { topic, likelihood: (likelihood + (alone.get(topic) ?? 0)) * nearness(topic) * fresh }
  })
  const total = weighed.reduce((sum, { likelihood }) => sum + likelihood, 0)
  return weighed
    .map(({ topic, likelihood }) => ({ topic, likelihood: likelihood / total }))
    .sort((a, b) => b.likelihood - a.likelihood)
}
