import type { Locale } from '@/lib/i18n/routing'
import { routing } from '@/lib/i18n/routing'
import { type Lexicon, lexicons } from './lexicon'
import { type Phrase, phraseAt } from './phrases'
import { stemOf } from './tokenize'

/** A word or phrase: the word itself (`=fees`), its stem and its concepts (`#fee`). */
export type Unit = string[]

const minStemRatio = 0.55

const filler = '#_'

export type Analysis = { units: Unit[]; inPhrase: Set<number> }

export function analyse(words: string[], locale: Locale): Analysis {
  const stems = words.map((word) => stemOf(word, locale))
  const units: Unit[] = []
  const inPhrase = new Set<number>()
  for (let at = 0; at < words.length; ) {
    const phrase = conceptAt(words, stems, at, lexicons[locale])
    const unit = phrase ? phraseUnit(phrase, at, words, stems, lexicons[locale]) : wordUnit(words[at] ?? '', locale)
    if (unit && !unit.includes(filler)) units.push(unit)
    const length = phrase?.words.length ?? 1
    if (length > 1) for (let place = at; place < at + length; place++) inPhrase.add(place)
    at += length
  }
  return { units: distinct(units), inPhrase }
}

// The longest phrase; of equal ones the exact words: "negocio" is not "negociar", though the stem is the same.
function conceptAt(words: string[], stems: string[], at: number, lexicon: Lexicon): Phrase | undefined {
  const exact = phraseAt(lexicon.concepts, words, at)
  const stemmed = phraseAt(lexicon.stemmedConcepts, stems, at)
  if (!stemmed || stemmed.words.length <= (exact?.words.length ?? 0)) return exact
  const word = words[at] ?? ''
  // A short stem of a long word is probably another word's: "dirigibles" is not "dirigidos".
  const doubtful = lexicon.stopwords.has(word) || (stemmed.words[0] ?? '').length < word.length * minStemRatio
  return stemmed.words.length === 1 && doubtful ? exact : stemmed
}

function phraseUnit(phrase: Phrase, at: number, words: string[], stems: string[], { stopwords }: Lexicon): Unit {
  const concepts = [...phrase.labels].map((label) => `#${label}`)
  const alone = phrase.words.length === 1 && !stopwords.has(words[at] ?? '')
  return alone ? [`=${words[at]}`, stems[at] ?? '', ...concepts] : concepts
}

function wordUnit(word: string, locale: Locale): Unit | undefined {
  if (lexicons[locale].stopwords.has(word) || /^\d/.test(word)) return undefined
  const stem = stemOf(word, locale)
  return lexicons[locale].words.has(word) ? [`=${word}`, stem] : [`=${word}`, stem, ...foreignConcepts(word, locale)]
}

// A word of another language in this one: "quels sont vos fees ?"
function foreignConcepts(word: string, locale: Locale): string[] {
  for (const other of routing.locales) {
    const phrase = other === locale ? undefined : phraseAt(lexicons[other].concepts, [word], 0)
    if (phrase) return [...phrase.labels].map((label) => `#${label}`)
  }
  return []
}

function distinct(units: Unit[]): Unit[] {
  return [...new Map(units.map((unit) => [unit.join(' '), unit])).values()]
}
