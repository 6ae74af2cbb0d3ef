import type { Locale } from '@/lib/i18n/routing'
import { analyse } from './analysis'
import { lexicons } from './lexicon'
import { phraseAt } from './phrases'
import { stemOf } from './tokenize'

const gramLength = 4

/** A question's features: stems, pairs of stems, runs of four letters (for misspellings) and the lexicon's concepts. */
export function featuresOf(words: string[], locale: Locale): string[] {
  const stems = words.map((word) => stemOf(word, locale))
  const pairs = ['^', ...stems].map((stem, at) => `pair ${stem} ${stems[at] ?? '$'}`)
  const concepts = analyse(words, locale)
    .units.flat()
    .filter((feature) => feature.startsWith('#'))
  return [
    ...stems.map((stem) => `stem ${stem}`),
    ...pairs,
    ...words.flatMap(gramsOf),
    ...concepts,
    ...refused(words, locale),
  ]
}

function gramsOf(word: string): string[] {
  if (word.length < gramLength) return []
  const framed = `^${word}$`
  return Array.from({ length: framed.length - gramLength + 1 }, (_, at) => `gram ${framed.slice(at, at + gramLength)}`)
}

function refused(words: string[], locale: Locale): string[] {
  const topics = words.flatMap((_, at) => [...(phraseAt(lexicons[locale].refusals, words, at)?.labels ?? [])])
  return topics.map((topic) => `refused ${topic}`)
}
