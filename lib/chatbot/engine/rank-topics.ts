import { isFact, type Likelihoods } from './classifier'
import { featuresOf } from './features'
import { classify, type Knowledge } from './knowledge'
import {
  clearLikelihood,
  longMessage,
  maxSuggestions,
  minClauseWords,
  minPartLikelihood,
  minSuggestion,
  minWordsToSplit,
} from './thresholds'
import type { Question } from './understanding'

/** The topics of a message, likeliest first: in a long one its clearest part counts as much as the whole, or more. */
export function rankTopics({ sentences, parts }: Question, knowledge: Knowledge): Likelihoods {
  const words = sentences.flat()
  const whole = rankWords(words, knowledge)
  if (words.length < minWordsToSplit) return whole
  const each = [...sentences, ...parts.filter((part) => part.length >= minClauseWords)]
  const ranked = each.map((part) => rankWords(part, knowledge))
  const clearest = ranked.reduce((best, next) => (bestFact(next) > bestFact(best) ? next : best), whole)
  return bestFact(clearest) >= clearLikelihood && words.length >= longMessage ? clearest : mix(whole, clearest)
}

/** The fact that a part of a message clearly asks for. */
export function clearFact([best]: Likelihoods): Likelihoods[number] | undefined {
  return best && isFact(best.topic) && best.likelihood >= minPartLikelihood ? best : undefined
}

/** The facts worth offering as questions, but for those told. */
export function offered(ranked: Likelihoods, told: string[] = [], least = minSuggestion): string[] {
  const facts = ranked.filter(({ topic }) => isFact(topic) && !told.includes(topic))
  return facts
    .filter(({ likelihood }) => likelihood >= least)
    .slice(0, maxSuggestions)
    .map(({ topic }) => topic)
}

export function rankWords(words: string[], { locale, facts }: Knowledge): Likelihoods {
  return classify(featuresOf(words, locale)).filter(({ topic }) => !isFact(topic) || facts.has(topic))
}

function bestFact(likely: Likelihoods): number {
  return likely.find(({ topic }) => isFact(topic))?.likelihood ?? 0
}

function mix(one: Likelihoods, other: Likelihoods): Likelihoods {
  const others = new Map(other.map(({ topic, likelihood }) => [topic, likelihood]))
  return one
    .map(({ topic, likelihood }) => ({ topic, likelihood: (likelihood + (others.get(topic) ?? 0)) / 2 }))
    .sort((a, b) => b.likelihood - a.likelihood)
}
