// Phrases that the training files contain in addition to topics.
import { type Locale, mapLocales } from '@/lib/i18n/routing'
import taught from './generated/words.json'
import { compilePhrases, hasPhrase, phraseAt } from './lexicon'
import type { TaughtWords } from './training'
import { wordsOf } from './words'

const sources: Partial<Record<Locale, TaughtWords>> = taught

const continuations = mapLocales((locale) => {
  const { pronouns = [], starts = [] } = sources[locale] ?? {}
  return { pronouns: tableOf(pronouns), starts: tableOf(starts) }
})

const competitors = tableOf(
  Object.values(sources).flatMap((source) => source.competitors),
)

function tableOf(phrases: string[]) {
  return compilePhrases({ phrase: phrases.map(wordsOf) })
}

export function namesCompetitor(words: string[]): boolean {
  return hasPhrase(words, competitors)
}

/**
 * Returns the words after an opening such as "and what about", or undefined if
 * there is none.
 */
export function wordsAfterStart(
  words: string[],
  locale: Locale,
): string[] | undefined {
  const start = phraseAt(continuations[locale].starts, words, 0)
  return start && words.slice(start.words.length)
}

/** Whether words such as "it" or "that one" refer to something said before. */
export function hasPronoun(words: string[], locale: Locale): boolean {
  return hasPhrase(words, continuations[locale].pronouns)
}
