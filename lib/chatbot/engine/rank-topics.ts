import type { Likelihoods } from './classifier'
import { featuresOf } from './features'
import { classify, type Knowledge } from './knowledge'
import { isFact } from './topics'
import { maxSuggestions, minPartLikelihood, minSuggestion, minWordsToSplit } from './thresholds'

/** The topics of a message, likeliest first: in a long one the clearest sentence counts as much as the whole. */
export function rankTopics(sentences: string[][], knowledge: Knowledge): Likelihoods {
  const words = sentences.flat()
  const whole = rankWords(words, knowledge)
  if (sentences.length < 2 || words.length < minWordsToSplit) return whole
  const each = sentences.map((sentence) => rankWords(sentence, knowledge))
  const clearest = each.reduce((best, next) => (bestFact(next) > bestFact(best) ? next : best))
  return mix(whole, clearest)
}

/** The fact that a part of a message clearly asks for. */
export function clearFact([best]: Likelihoods): string | undefined {
  return best && isFact(best.topic) && best.likelihood >= minPartLikelihood ? best.topic : undefined
}

/** The facts worth offering as questions, but for those told. */
export function offered(ranked: Likelihoods, told: string[] = []): string[] {
  const facts = ranked.filter(({ topic }) => isFact(topic) && !told.includes(topic))
  return facts
    .filter(({ likelihood }) => likelihood >= minSuggestion)
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
