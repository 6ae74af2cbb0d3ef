import type { Locale } from '@/lib/i18n/routing'
import { stemOf, wordsOf } from './tokenize'
import { isFact } from './topics'

/** The words of training questions: those that are no misspelling, and the stems of the questions about facts. */
export function taughtWords(taught: Record<string, string[]>, locale: Locale) {
  const words = Object.values(taught).flat().flatMap(wordsOf)
  const aboutFacts = Object.entries(taught).flatMap(([topic, asked]) => (isFact(topic) ? asked.flatMap(wordsOf) : []))
  return { known: [...repeated(words)], familiar: [...new Set(aboutFacts.map((word) => stemOf(word, locale)))] }
}

// A word that occurs only once may be misspelt.
function repeated(words: string[]): Set<string> {
  const once = new Set<string>()
  return new Set(words.filter((word) => once.size === once.add(word).size))
}
