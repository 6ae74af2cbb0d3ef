import { wordsOf } from '@/lib/chatbot/engine/tokenize'
import type { Locale } from '@/lib/i18n/routing'
import { guardWords } from './words'

const minWords = 5
const minShare = 0.15

/** Whether a text has the small words of a language, and no more of another's. A few words are too few to tell. */
export function isIn(locale: Locale, text: string): boolean {
  if (/(?!\p{Script=Latin})\p{L}/u.test(text.normalize('NFKC'))) return false
  const words = wordsOf(text).filter((word) => /^[a-z]/.test(word))
  if (words.length < minWords) return true
  const countOf = (stopwords: Set<string>) => words.filter((word) => stopwords.has(word)).length
  const own = countOf(guardWords[locale]?.stopwords ?? new Set())
  return own / words.length >= minShare && Object.values(guardWords).every(({ stopwords }) => countOf(stopwords) <= own)
}
