import { type Locale, mapLocales } from '@/lib/i18n/routing'
import en from './lexicon/en.json'
import es from './lexicon/es.json'
import fr from './lexicon/fr.json'
import { fillNames, stemOf, wordsOf } from './words'

type Phrase = { words: string[]; labels: string[] }

/**
 * Maps each phrase to its labels. The words of a phrase are joined by spaces.
 */
export type PhraseTable = { labels: Map<string, string[]>; maxWords: number }

export function compilePhrases(
  groups: Record<string, string[][]>,
): PhraseTable {
  const labels = new Map<string, string[]>()
  let maxWords = 0
  for (const [label, phrases] of Object.entries(groups)) {
    for (const words of phrases) {
      const known = labels.get(words.join(' ')) ?? []
      if (!known.includes(label)) labels.set(words.join(' '), [...known, label])
      maxWords = Math.max(maxWords, words.length)
    }
  }
  return { labels, maxWords }
}

/** Returns the longest phrase in the table that starts at this word. */
export function phraseAt(
  { labels, maxWords }: PhraseTable,
  words: string[],
  start: number,
): Phrase | undefined {
  for (let end = Math.min(start + maxWords, words.length); end > start; end--) {
    const phrase = words.slice(start, end)
    const found = labels.get(phrase.join(' '))
    if (found) return { words: phrase, labels: found }
  }
  return undefined
}

export function hasPhrase(words: string[], table: PhraseTable): boolean {
  return words.some((_, at) => phraseAt(table, words, at) !== undefined)
}

type Source = Partial<
  Record<
    'stopwords' | 'firstPerson' | 'firstPersonPlural' | 'institution',
    string
  > &
    Record<'synonyms' | 'refusals', Record<string, string>>
>

const sources: Partial<Record<Locale, Source>> = { en, fr, es }

export const lexicons = mapLocales(compile)

function compile(locale: Locale) {
  const { synonyms = {}, refusals = {}, ...lists } = sources[locale] ?? {}
  const concepts = splitEach(synonyms)
  const refused = splitEach(refusals)
  const {
    stopwords = [],
    firstPerson = [],
    firstPersonPlural = [],
    institution = [],
  } = splitEach(lists)
  const meant = [stopwords, ...Object.values(concepts)].flat(2)
  return {
    stopwords: new Set(stopwords.flat()),
    concepts: compilePhrases({
      ...concepts,
      ...splitEach({ brand: '{brand}, {product}' }),
      country: countries(locale),
    }),
    refusals: compilePhrases(refused),
    firstPerson: compilePhrases({ firstPerson }),
    firstPersonPlural: compilePhrases({ firstPersonPlural }),
    institution: compilePhrases({ institution }),
    /**
     * All words of the lexicon. `intended` contains those that spelling
     * correction may choose: stopwords and concepts.
     */
    words: new Set([
      ...meant,
      ...[
        firstPerson,
        firstPersonPlural,
        institution,
        ...Object.values(refused),
      ].flat(2),
    ]),
    intended: new Set(meant),
  }
}

/**
 * Returns the names of all countries, found by trying every two-letter code
 * (ISO 3166-1).
 */
function countries(locale: Locale): string[][] {
  const names = new Intl.DisplayNames(locale, {
    type: 'region',
    fallback: 'none',
  })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) =>
    letters.map((second) => first + second),
  )
  return codes.flatMap((code) => names.of(code) ?? []).map(wordsOf)
}

/** Splits comma-separated lists of phrases into the words of each phrase. */
function splitEach(lists: Record<string, string>): Record<string, string[][]> {
  return mapValues(lists, (list) => fillNames(list).split(',').map(wordsOf))
}

function mapValues<Value, Result>(
  record: Record<string, Value>,
  change: (value: Value) => Result,
) {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value)]),
  )
}

/**
 * Whether the words come from a private individual, who writes in the first
 * person singular and names no institution. A retail bank is an institution.
 */
export function isPrivatePerson(words: string[], locale: Locale): boolean {
  const { firstPerson, firstPersonPlural, institution } = lexicons[locale]
  return (
    hasPhrase(words, firstPerson) &&
    !hasPhrase(words, firstPersonPlural) &&
    !hasPhrase(words, institution)
  )
}

export function isInstitution(words: string[], locale: Locale): boolean {
  const { firstPerson, firstPersonPlural, institution } = lexicons[locale]
  return (
    hasPhrase(words, firstPersonPlural) ||
    (hasPhrase(words, firstPerson) && hasPhrase(words, institution))
  )
}

export type Unit = string[]

const filler = '#_'

export function unitsOf(words: string[], locale: Locale): Unit[] {
  const stems = stemsOf(words, locale)
  const units = new Map<string, Unit>()
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(lexicons[locale].concepts, words, at)
    const length = phrase?.words.length ?? 1
    const word =
      length === 1 && !lexicons[locale].stopwords.has(words[at] ?? '')
        ? [stems[at] ?? '']
        : []
    const unit = phrase
      ? [...word, ...labelsOf(phrase)]
      : wordUnit(words[at] ?? '', locale)
    if (unit.length > 0 && !unit.includes(filler))
      units.set(unit.join(' '), unit)
    at += length
  }
  return [...units.values()]
}

function wordUnit(word: string, locale: Locale): Unit {
  return lexicons[locale].stopwords.has(word) || /^\d/.test(word)
    ? []
    : [stemOf(word, locale)]
}

function labelsOf({ labels }: Phrase): string[] {
  return labels.map((label) => `#${label}`)
}

function stemsOf(words: string[], locale: Locale): string[] {
  return words.map((word) => stemOf(word, locale))
}

const gramLength = 4

export function featuresOf(words: string[], locale: Locale): string[] {
  const stems = stemsOf(words, locale)
  const refused = words.flatMap(
    (_, at) => phraseAt(lexicons[locale].refusals, words, at)?.labels ?? [],
  )
  return [
    ...stems.map((stem) => `stem ${stem}`),
    ...['^', ...stems].map((stem, at) => `pair ${stem} ${stems[at] ?? '$'}`),
    ...words.flatMap(gramsOf),
    ...unitsOf(words, locale)
      .flat()
      .filter((feature) => feature.startsWith('#')),
    ...refused.map((topic) => `refused ${topic}`),
  ]
}

function gramsOf(word: string): string[] {
  if (word.length < gramLength) return []
  const framed = `^${word}$`
  return Array.from(
    { length: framed.length - gramLength + 1 },
    (_, at) => `gram ${framed.slice(at, at + gramLength)}`,
  )
}
