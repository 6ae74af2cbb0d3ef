import enLexicon from '@/lib/chatbot/engine/lexicon/en.json'
import esLexicon from '@/lib/chatbot/engine/lexicon/es.json'
import frLexicon from '@/lib/chatbot/engine/lexicon/fr.json'
import { stemOf, wordsOf } from '@/lib/chatbot/engine/tokenize'
import type { Locale } from '@/lib/i18n/routing'
import en from './words/en.json'
import es from './words/es.json'
import fr from './words/fr.json'

/** Names and, in stems between spaces, the phrases that stand for them. */
type Phrases = [name: string, phrase: string][]

export type GuardWords = {
  stopwords: Set<string>
  numbers: Phrases
  /** Factors of a number before them. */
  multipliers: Phrases
  units: Phrases
  /** What no answer may say that its facts do not. */
  claims: Phrases
  negations: Phrases
  /** Yes, no and the like, as written. */
  agreement: string[]
}

/** Answers in a language without these words cannot be checked. */
export const guardWords: Partial<Record<Locale, GuardWords>> = {
  en: compile('en', en, enLexicon.stopwords),
  fr: compile('fr', fr, frLexicon.stopwords),
  es: compile('es', es, esLexicon.stopwords),
}

type Lists = Record<string, string>
type Source = Record<'numbers' | 'multipliers' | 'units' | 'claims', Lists> & Record<'negations' | 'agreement', string>

function compile(locale: Locale, source: Source, stopwords: string): GuardWords {
  const phrases = (lists: Lists) =>
    Object.entries(lists).flatMap(([name, list]) =>
      list.split(', ').map((phrase): [string, string] => [name, stemmed(phrase, locale)]),
    )
  return {
    stopwords: new Set(wordsOf(stopwords)),
    numbers: phrases(source.numbers),
    multipliers: phrases(source.multipliers),
    units: phrases(source.units),
    claims: phrases(source.claims),
    negations: phrases({ negation: source.negations }),
    agreement: source.agreement.split(', '),
  }
}

/** The stems of a text between spaces, in which phrases are looked for. */
export function stemmed(text: string, locale: Locale): string {
  return ` ${stemsOf(text, locale).join(' ')} `
}

export function stemsOf(text: string, locale: Locale): string[] {
  return wordsOf(text).map((word) => stemOf(word, locale))
}

/** The names of the phrases in a text. */
export function namesIn(text: string, phrases: Phrases, locale: Locale): Set<string> {
  const searched = stemmed(text, locale)
  return new Set(phrases.filter(([, phrase]) => searched.includes(phrase)).map(([name]) => name))
}

/** The stems of the words that carry the meaning. */
export function contentOf(text: string, locale: Locale): string[] {
  const stopwords = guardWords[locale]?.stopwords
  const words = wordsOf(text).filter((word) => /^[a-z]{2,}$/.test(word) && !stopwords?.has(word))
  return words.map((word) => stemOf(word, locale))
}
