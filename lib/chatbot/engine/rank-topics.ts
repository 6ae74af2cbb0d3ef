import type { Likelihoods } from './classifier'
import { featuresOf } from './features'
import { classify, type Knowledge } from './knowledge'
import { minPartLikelihood, minWordsToSplit } from './thresholds'

/** The topics of a message, likeliest first: in a long one the clearest sentence counts as much as the whole. */
export function rankTopics(sentences: string[][], knowledge: Knowledge): Likelihoods {
  const words = sentences.flat()
  const whole = rankWords(words, knowledge)
  if (sentences.length < 2 || words.length < minWordsToSplit) return whole
  const each = sentences.map((sentence) => rankWords(sentence, knowledge))
  const clearest = each.reduce((best, next) => (bestFact(next) > bestFact(best) ? next : best))
  return mix(whole, clearest)
}

/** The parts of a message that each ask for something else: "what are the fees, and who holds the keys?" */
export function rankParts(parts: string[][], knowledge: Knowledge): Likelihoods[] {
  const ranked = parts.map((part) => rankWords(part, knowledge))
  const clear = ranked.filter(([best]) => best && isFact(best.topic) && best.likelihood >= minPartLikelihood)
  return [...new Map(clear.map((likely) => [likely[0]?.topic, likely])).values()]
}

export function rankWords(words: string[], { locale, facts }: Knowledge): Likelihoods {
  return classify(featuresOf(words, locale)).filter(({ topic }) => !isFact(topic) || facts.has(topic))
}

export function isFact(topic: string): boolean {
  return !topic.startsWith('intent.')
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
