import { algorithms, newStemmer } from 'snowball-stemmers'
import { type Locale, mapLocales } from '@/lib/i18n/routing'

const stemmers = mapLocales(stemmerOf)
const stems = mapLocales(() => new Map<string, string>())
const stemsKept = 20_000

// Snowball names its stemmers in English. Without a stemmer a word is its own stem.
function stemmerOf(locale: Locale) {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(new Intl.Locale(locale).language)?.toLowerCase()
  return algorithms().includes(language ?? '') ? newStemmer(language ?? '') : { stem: (word: string) => word }
}

const partOfOne = /(?<!\d)0?[.,]\d+/g

/** Words in lower case without accents; elisions (l’or), numbers and their units are split. */
export function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replace(partOfOne, ' fraction ')
      .match(/[a-z]+|\d+/g) ?? []
  )
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
}

export function stemOf(word: string, locale: Locale): string {
  const known = stems[locale].get(word)
  if (known !== undefined) return known
  const stem = fold(stemmers[locale].stem(locale === 'es' ? accentSuffix(word) : word))
  // Visitors choose the words: the cache must stay bounded.
  if (stems[locale].size < stemsKept) stems[locale].set(word, stem)
  return stem
}

// The Spanish stemmer knows these endings by their accent, and their plurals without it.
function accentSuffix(word: string): string {
  return word.replace(/([cs])ion$/, '$1ión')
}
