import { type Locale, mapLocales } from '@/lib/i18n/routing'
import en from './lexicon/en.json'
import es from './lexicon/es.json'
import fr from './lexicon/fr.json'
import { fillNames } from './names'
import { compilePhrases, type PhraseTable } from './phrases'
import { stemOf, wordsOf } from './tokenize'

export type Lexicon = {
  stopwords: Set<string>
  /** Concepts by their exact words and, for other forms, by stems. */
  concepts: PhraseTable
  stemmedConcepts: PhraseTable
  refusals: PhraseTable
  firstPerson: PhraseTable
  firstPersonPlural: PhraseTable
  institution: PhraseTable
  /** All words that spelling correction may choose: not those that are refused. */
  words: Set<string>
  intended: Set<string>
}

type Lists = Record<string, string>
type Source = Record<'stopwords' | 'firstPerson' | 'firstPersonPlural' | 'institution', string> &
  Record<'synonyms' | 'refusals', Lists>

const sources: Partial<Record<Locale, Source>> = { en: filled(en), fr: filled(fr), es: filled(es) }

function filled(source: Source): Source {
  return JSON.parse(fillNames(JSON.stringify(source)))
}

const nothing: Source = {
  stopwords: '',
  synonyms: {},
  refusals: {},
  firstPerson: '',
  firstPersonPlural: '',
  institution: '',
}

export const lexicons = mapLocales(compile)

function compile(locale: Locale): Lexicon {
  const { stopwords, synonyms, refusals, ...lists } = sources[locale] ?? nothing
  const { firstPerson, firstPersonPlural, institution } = lists
  const meant = new Set([stopwords, ...Object.values(synonyms)].flatMap(wordsOf))
  const others = [...Object.values(lists), ...Object.values(refusals)].flatMap(wordsOf)
  return {
    stopwords: new Set(wordsOf(stopwords)),
    concepts: compilePhrases({ ...synonyms, brand: fillNames('{brand}, {product}') }, wordsOf),
    stemmedConcepts: compilePhrases(synonyms, (phrase) => wordsOf(phrase).map((word) => stemOf(word, locale))),
    refusals: compilePhrases(refusals, wordsOf),
    firstPerson: compilePhrases({ firstPerson }, wordsOf),
    firstPersonPlural: compilePhrases({ firstPersonPlural }, wordsOf),
    institution: compilePhrases({ institution }, wordsOf),
    words: new Set([...meant, ...others]),
    intended: meant,
  }
}
