import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import en from './lexicon/en.json'
import es from './lexicon/es.json'
import fr from './lexicon/fr.json'
import { compilePhrases, type PhraseTable } from './phrases'
import { stemOf, wordsOf } from './tokenize'

/** What the assistant knows of a language: its synonyms, its small talk and what the site has nothing to say about. */
export type Lexicon = {
  stopwords: Set<string>
  /** The concepts that a word or phrase stands for, by the exact words and, for other forms of them, by stems. */
  concepts: PhraseTable
  stemmedConcepts: PhraseTable
  /** By exact words: topics on which the site says nothing. */
  refusals: PhraseTable
  smallTalk: PhraseTable
  /** How a question begins that goes on from the one before. */
  followUps: PhraseTable
  /** How a question says, anywhere in it, that it is the one before about something else. */
  again: PhraseTable
  /** How a visitor asks to be called or written to. */
  contactMe: PhraseTable
  /** Every word of these lists, and those that a misspelt word may have been meant to be: not what is refused. */
  words: Set<string>
  intended: Set<string>
}

type Lists = Record<string, string>
type Source = Record<'stopwords' | 'followUp' | 'again' | 'contactMe', string> &
  Record<'synonyms' | 'refusals' | 'smallTalk', Lists>

// A language may be without: its assistant then knows the catalog's own words.
const sources: Partial<Record<Locale, Source>> = { en, fr, es }

const nothing: Source = {
  stopwords: '',
  synonyms: {},
  refusals: {},
  smallTalk: {},
  followUp: '',
  again: '',
  contactMe: '',
}

/** The lexicons of all languages, made once. */
export const lexicons = mapLocales(compile)

function compile(locale: Locale): Lexicon {
  const { stopwords, synonyms, refusals, smallTalk, followUp, again, contactMe } = sources[locale] ?? nothing
  const meant = new Set([stopwords, contactMe, ...Object.values(synonyms)].flatMap(wordsOf))
  const others = [followUp, again, ...Object.values(smallTalk), ...Object.values(refusals)].flatMap(wordsOf)
  return {
    stopwords: new Set(wordsOf(stopwords)),
    concepts: compilePhrases({ ...synonyms, brand: `${site.brand}, ${site.product}` }, wordsOf),
    stemmedConcepts: compilePhrases(synonyms, (phrase) => wordsOf(phrase).map((word) => stemOf(word, locale))),
    refusals: compilePhrases(refusals, wordsOf),
    smallTalk: compilePhrases(smallTalk, wordsOf),
    followUps: compilePhrases({ followUp }, wordsOf),
    again: compilePhrases({ again }, wordsOf),
    contactMe: compilePhrases({ contactMe }, wordsOf),
    words: new Set([...meant, ...others]),
    intended: meant,
  }
}
