import type { Locale } from '@/lib/i18n/routing'
import type { Unit } from './analysis'
import { type Brain, classify } from './brain'
import type { Likelihoods } from './classifier'
import { featuresOf } from './features'

/** What a message amounts to. */
export type Intent =
  | { kind: 'small_talk'; topic: SmallTalk }
  | { kind: 'entry'; id: string; retail: boolean }
  | { kind: 'suggest'; ids: string[] }
  | { kind: 'unknown' }

export type SmallTalk = 'hello' | 'thanks' | 'bye' | 'who' | 'help'

// Tuned on questions that the assistant had not learnt from (npm run eval:assistant).
const sureEnough = 0.25
const clearOfRefusal = 0.05
const surelyKnown = 0.85
const nearlyAsLikely = 0.8
const mostSuggestions = 3
const longEnoughToLead = 8 // words

/**
 * The very words of an entry's title, else what the questions of others teach; an entry that none of them is about is
 * found by its words, unless they are known to ask for something else.
 */
export function decide(sentences: string[][], units: Unit[], { titles, search, locale }: Brain): Intent {
  const title = titles.get(sentences.flat().join(' '))
  if (title) return { kind: 'entry', id: title, retail: false }
  const likely = likelihoodsOf(sentences, locale)
  const refusal = likely.find(({ topic }) => topic === 'refuse')?.likelihood ?? 0
  const [best, ...others] = likely.filter(({ topic }) => topic !== 'refuse')
  const refused = !best || best.likelihood < Math.max(sureEnough, refusal + clearOfRefusal)
  const untaught = refused || best.likelihood < surelyKnown ? search(units) : undefined
  if (untaught) return { kind: 'entry', id: untaught, retail: false }
  if (refused) return { kind: 'unknown' }
  if (best.topic === 'smallTalk') return { kind: 'small_talk', topic: 'hello' }
  const rivals = others.filter(
    ({ topic, likelihood }) => topic !== 'smallTalk' && likelihood > nearlyAsLikely * best.likelihood,
  )
  const ids = [best, ...rivals].slice(0, mostSuggestions).map(({ topic }) => topic)
  return ids.length > 1 ? { kind: 'suggest', ids } : { kind: 'entry', id: best.topic, retail: false }
}

// A long message may ask in one sentence, to which the others only lead: that one counts as much as all together.
function likelihoodsOf(sentences: string[][], locale: Locale): Likelihoods {
  const words = sentences.flat()
  const whole = classify(featuresOf(words, locale))
  if (sentences.length < 2 || words.length < longEnoughToLead) return whole
  const each = sentences.map((sentence) => classify(featuresOf(sentence, locale)))
  const surest = each.reduce((best, next) => (sureness(next) > sureness(best) ? next : best))
  const alone = new Map(surest.map(({ topic, likelihood }) => [topic, likelihood]))
  return whole
    .map(({ topic, likelihood }) => ({ topic, likelihood: (likelihood + (alone.get(topic) ?? 0)) / 2 }))
    .sort((a, b) => b.likelihood - a.likelihood)
}

function sureness(likely: Likelihoods): number {
  return likely.find(({ topic }) => topic !== 'refuse' && topic !== 'smallTalk')?.likelihood ?? 0
}
