import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import type { AllKnowledge } from '../knowledge'
import { lexicons } from './lexicon'
import { wordsOf } from './words'

const previousBonus = 1.5
const pageBonus = 1
// The weight of stopwords, which is high because content words occur in several
// languages.
const stopwordWeight = 2
const minKnownShare = 0.4
const minWords = 2

/**
 * Returns the language of a message, or `other` if the site does not have it.
 * Prefers the language of the previous message and that of the page.
 */
export function recognizeLanguage(
  message: string,
  all: AllKnowledge,
  { previous, page }: { previous: Locale; page: Locale },
): Locale | 'other' {
  const words = wordsOf(message)
  if (isForeignScript(message)) return 'other'
  const points = (locale: Locale) => {
    const { stopwords } = lexicons[locale]
    const { known } = all[locale]
    const stops = words.filter((word) => stopwords.has(word)).length
    const others = words.filter((word) => known.has(word)).length
    const bonus =
      (locale === previous ? previousBonus : 0) +
      (locale === page ? pageBonus : 0)
    return stopwordWeight * stops + others + bonus
  }
  const best =
    routing.locales
      .filter((locale) => !isDraft(locale))
      .sort((a, b) => points(b) - points(a))[0] ?? page
  const isReadable = (word: string) =>
    /^\d/.test(word) || all[best].known.has(word)
  const readable = words.filter(isReadable).length
  return words.length < minWords || readable / words.length >= minKnownShare
    ? best
    : 'other'
}

/** Whether most letters of a message are not Latin, as in Chinese. */
export function isForeignScript(message: string): boolean {
  const letters = message.match(/\p{L}/gu)?.length ?? 0
  const latin = message.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters > 0 && latin < letters / 2
}

export function isKnownWord(word: string, all: AllKnowledge): boolean {
  return Object.values(all).some(({ known }) => known.has(word))
}

const noise = /^[^aeiouy\d]+$|[^aeiouy]{5,}|(.)\1{3,}/

/** Returns the words that belong to no language, such as "sdfgh". */
export function noiseIn(words: string[], all: AllKnowledge): string[] {
  return words.filter((word) => noise.test(word) && !isKnownWord(word, all))
}
