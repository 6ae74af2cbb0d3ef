import { type Locale, routing } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import { classifyIntent, type Intent, type SmallTalk } from './classify-intent'
import { lexicons } from './lexicon'
import type { Model } from './model'
import { phraseAt } from './phrases'
import { wordsOf } from './tokenize'

const maxWords = 300 // words: what comes after says nothing new
const followUpUnits = 3

export function asksForContact(message: string, page: Locale): boolean {
  const words = wordsOf(message).slice(0, maxWords)
  return words.some((_, at) => phraseAt(lexicons[page].contactMe, words, at) !== undefined)
}

/** Finds what a message asks for. `previous` is the entry answered before, for "and silver?". */
export function resolveIntent(message: string, models: Record<Locale, Model>, page: Locale, previous?: string): Intent {
  const typed = sentencesOf(message)
  const locale = languageOf(typed.flat(), models, page)
  const model = models[locale]
  const sentences = typed.map((words) =>
    words.map((word) => (isKnown(word, models) ? word : (model.correct(word) ?? word))),
  )
  const words = sentences.flat()
  const { topic, alone } = smallTalkIn(words, locale)
  if (topic && alone) return { kind: 'small_talk', topic }
  const { units } = analyse(words, locale)
  const intent = classifyIntent(sentences, units, model)
  if (intent.kind === 'small_talk') return { kind: 'small_talk', topic: topic ?? intent.topic }
  if (isRetail(units, intent)) return { kind: 'entry', id: 'HomeFaq.eligibility', retail: true }
  if (asksForContact(message, page) && !isAnswer(intent)) return { kind: 'entry', id: 'Contact.team', retail: false }
  if (previous && isFollowUp(words, units, intent, locale)) {
    return { kind: 'entry', id: previous, retail: false }
  }
  return intent
}

function sentencesOf(message: string): string[][] {
  let left = maxWords
  return message.split(/(?<=[.!?;…])\s|\n/).flatMap((sentence) => {
    const words = wordsOf(sentence).slice(0, left)
    left -= words.length
    return words.length > 0 ? [words] : []
  })
}

function isKnown(word: string, models: Record<Locale, Model>): boolean {
  return routing.locales.some((locale) => models[locale].known.has(word))
}

function languageOf(words: string[], models: Record<Locale, Model>, page: Locale): Locale {
  const points = (locale: Locale) => {
    const counts = words.map(
      (word) => Number(lexicons[locale].stopwords.has(word)) + Number(models[locale].known.has(word)),
    )
    return counts.reduce((total, count) => total + count, locale === page ? 2 : 0)
  }
  return [...routing.locales].sort((a, b) => points(b) - points(a))[0] ?? page
}

function smallTalkIn(words: string[], locale: Locale): { topic?: SmallTalk; alone: boolean } {
  const { smallTalk, stopwords } = lexicons[locale]
  const topics: string[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(smallTalk, words, at)
    if (phrase) topics.push(...phrase.labels)
    else rest.push(words[at] ?? '')
    at += phrase?.words.length ?? 1
  }
  const order = ['who', 'help', 'bye', 'thanks', 'hello'] as const
  const topic = order.find((candidate) => topics.includes(candidate))
  return { topic, alone: rest.every((word) => stopwords.has(word)) }
}

// A private buyer is told where to buy, unless the question is off topic.
function isRetail(units: Unit[], intent: Intent): boolean {
  return intent.kind !== 'unknown' && units.some((unit) => unit.includes('#retail'))
}

function isAnswer(intent: Intent): boolean {
  return intent.kind === 'entry' && !intent.id.startsWith('Contact.')
}

// "And silver?" repeats the question before; "and platinum?" is a new one.
function isFollowUp(words: string[], units: Unit[], intent: Intent, locale: Locale): boolean {
  const { followUps, again } = lexicons[locale]
  const goesOn = phraseAt(followUps, words, 0) ?? words.find((_, at) => phraseAt(again, words, at))
  if (!goesOn || units.length > followUpUnits) return false
  return intent.kind !== 'entry' || units.every((unit) => unit.some((feature) => generic.has(feature)))
}

const generic: ReadonlySet<string> = new Set(
  ['gold', 'silver', 'metal', 'token', 'physical', 'ounce', 'bar', 'trade', 'held', 'now', 'support', 'brand'].map(
    (concept) => `#${concept}`,
  ),
)
