import type { Locale } from '@/lib/i18n/routing'
import { stemOf, wordsOf } from './tokenize'
import { isFact } from './topics'

/** The words of training questions: those that are no misspelling, and the stems of the questions about facts. */
export function taughtWords(taught: Record<string, string[]>, locale: Locale) {
  const words = Object.values(taught).flat().flatMap(wordsOf)
  const aboutFacts = Object.entries(taught).flatMap(([topic, asked]) => (isFact(topic) ? asked.flatMap(wordsOf) : []))
  return { known: [...spelt(words, locale)], familiar: [...new Set(aboutFacts.map((word) => stemOf(word, locale)))] }
}

// A word that occurs once, in no other form either, may be misspelt.
function spelt(words: string[], locale: Locale): Set<string> {
  const forms = new Map<string, number>()
  for (const word of words) forms.set(stemOf(word, locale), (forms.get(stemOf(word, locale)) ?? 0) + 1)
  return new Set(words.filter((word) => (forms.get(stemOf(word, locale)) ?? 0) > 1))
}
