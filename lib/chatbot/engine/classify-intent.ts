import type { Locale } from '@/lib/i18n/routing'
import type { Unit } from './analysis'
import type { Likelihoods } from './classifier'
import { withDisclosures } from './disclosed-topics'
import { featuresOf } from './features'
import { classify, classifyDisclosure, type Model } from './model'
import {
  confidentLikelihood,
  maxSuggestions,
  minLikelihood,
  minRefusalMargin,
  minRivalRatio,
  minWordsToSplit,
} from './thresholds'

export type Intent =
  | { kind: 'small_talk'; topic: SmallTalk }
  | { kind: 'entry'; id: string; retail: boolean }
  | { kind: 'suggest'; ids: string[] }
  | { kind: 'unknown' }

export type SmallTalk = 'hello' | 'thanks' | 'bye' | 'who' | 'help'

/** The entry whose title the message is, word for word; else the classifier decides. */
export function classifyIntent(sentences: string[][], units: Unit[], { titles, search, locale }: Model): Intent {
  const title = titles.get(sentences.flat().join(' '))
  if (title) return { kind: 'entry', id: title, retail: false }
  return decideIntent(likelihoodsOf(sentences, locale), () => search(units))
}

/** Entries without training questions are found by search, unless the words are known to ask for something else. */
export function decideIntent(likely: Likelihoods, search: () => string | undefined): Intent {
  const refusal = likely.find(({ topic }) => topic === 'refuse')?.likelihood ?? 0
  const [best, ...others] = likely.filter(({ topic }) => topic !== 'refuse')
  const refused = !best || best.likelihood < Math.max(minLikelihood, refusal + minRefusalMargin)
  const untaught = refused || best.likelihood < confidentLikelihood ? search() : undefined
  if (untaught) return { kind: 'entry', id: untaught, retail: false }
  if (refused) return { kind: 'unknown' }
  if (best.topic === 'smallTalk') return { kind: 'small_talk', topic: 'hello' }
  const rivals = others.filter(
    ({ topic, likelihood }) => topic !== 'smallTalk' && likelihood > minRivalRatio * best.likelihood,
  )
  const ids = [best, ...rivals].slice(0, maxSuggestions).map(({ topic }) => topic)
  return ids.length > 1 ? { kind: 'suggest', ids } : { kind: 'entry', id: best.topic, retail: false }
}

// In a long message one sentence may hold the question: it counts as much as the whole.
function likelihoodsOf(sentences: string[][], locale: Locale): Likelihoods {
  const words = sentences.flat()
  const whole = likelihoodsOfWords(words, locale)
  if (words.length < minWordsToSplit) return whole
  const each = sentences.map((sentence) => likelihoodsOfWords(sentence, locale))
  const bestSentence = each.reduce((best, next) => (bestLikelihood(next) > bestLikelihood(best) ? next : best))
  const alone = new Map(bestSentence.map(({ topic, likelihood }) => [topic, likelihood]))
  return whole
    .map(({ topic, likelihood }) => ({ topic, likelihood: (likelihood + (alone.get(topic) ?? 0)) / 2 }))
    .sort((a, b) => b.likelihood - a.likelihood)
}

function likelihoodsOfWords(words: string[], locale: Locale): Likelihoods {
  const features = featuresOf(words, locale)
  return withDisclosures(classify(features), () => classifyDisclosure(features))
}

function bestLikelihood(likely: Likelihoods): number {
  return likely.find(({ topic }) => topic !== 'refuse' && topic !== 'smallTalk')?.likelihood ?? 0
}
