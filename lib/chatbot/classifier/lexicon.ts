import { type Locale, mapLocales } from '@/lib/i18n/routing'
import en from './lexicon/en.json'
import es from './lexicon/es.json'
import fr from './lexicon/fr.json'
import { fillNames, stemOf, wordsOf } from './words'

type Source = { stopwords: string; labels: Record<string, string> }

const sources: Partial<Record<Locale, Source>> = { en, fr, es }

export const lexicons = mapLocales(compile)

function compile(locale: Locale) {
  const { stopwords = '', labels = {} } = sources[locale] ?? {}
  const lists = { ...labels, brand: '{brand}, {product}' }
  const phrases = Object.entries(lists).flatMap(([label, list]) =>
    fillNames(list)
      .split(',')
      .map((phrase) => ({ label, words: wordsOf(phrase) })),
  )
  const stops = new Set(wordsOf(stopwords))
  return {
    stopwords: stops,
    /** The phrases by their text; each may have several labels. */
    phrases: Map.groupBy(phrases, ({ words }) => words.join(' ')),
    maxWords: Math.max(...phrases.map(({ words }) => words.length)),
    words: new Set([...stops, ...phrases.flatMap(({ words }) => words)]),
  }
}

/**
 * Returns labels such as `fee`: for each word, the labels of the longest known
 * phrase that starts with it.
 */
export function labelsIn(words: string[], locale: Locale): string[] {
  return words.flatMap((_, index) => labelsAt(words, index, locale)[0] ?? [])
}

/** Returns the labels of each phrase that starts at a word, longest first. */
function labelsAt(words: string[], index: number, locale: Locale): string[][] {
  const { phrases, maxWords } = lexicons[locale]
  const ends = Array.from({ length: maxWords }, (_, less) => maxWords - less)
  return ends
    .map((length) => phrases.get(words.slice(index, index + length).join(' ')))
    .filter((found) => found !== undefined)
    .map((found) => found.map(({ label }) => label))
}

/**
 * Whether the words come from a private individual, who writes in the first
 * person singular and names no institution. A retail bank is an institution.
 */
export function isPrivatePerson(words: string[], locale: Locale): boolean {
  return (
    allLabelsIn(words, locale).includes('firstPerson') &&
    !namesInstitution(words, locale)
  )
}

export function namesInstitution(words: string[], locale: Locale): boolean {
  return allLabelsIn(words, locale).includes('institution')
}

const thanks = new Set(wordsOf('thank thanks thx cheers merci gracias'))

export function givesThanks(words: string[]): boolean {
  return words.some((word) => thanks.has(word))
}

function allLabelsIn(words: string[], locale: Locale): string[] {
  return words.flatMap((_, index) => labelsAt(words, index, locale).flat())
}

/** Returns the words that are neither stopwords nor numbers. */
export function contentWordsOf(words: string[], locale: Locale): string[] {
  const { stopwords } = lexicons[locale]
  return words.filter((word) => !stopwords.has(word) && !/^\d/.test(word))
}

/** Returns the stems of the words that are neither stopwords nor numbers. */
export function contentStemsOf(words: string[], locale: Locale): string[] {
  return contentWordsOf(words, locale).map((word) => stemOf(word, locale))
}

const gramLength = 4

export function featuresOf(words: string[], locale: Locale): string[] {
  const stems = words.map((word) => stemOf(word, locale))
  return [
    ...stems.map((stem) => `stem ${stem}`),
    ...['^', ...stems].map(
      (stem, index) => `pair ${stem} ${stems[index] ?? '$'}`,
    ),
    ...words.flatMap(gramsOf),
    ...labelsIn(words, locale).map((label) => `label ${label}`),
  ]
}

function gramsOf(word: string): string[] {
  if (word.length < gramLength) return []
  const framed = `^${word}$`
  return Array.from(
    { length: framed.length - gramLength + 1 },
    (_, index) => `gram ${framed.slice(index, index + gramLength)}`,
  )
}
