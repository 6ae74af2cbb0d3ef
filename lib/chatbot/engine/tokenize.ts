import { algorithms, newStemmer } from 'snowball-stemmers'
import { type Locale, mapLocales } from '@/lib/i18n/routing'

const stemmers = mapLocales(stemmerOf)
const stems = mapLocales(() => new Map<string, string>())
const stemsKept = 20_000

// Snowball's stemmers are called by the languages' English names. Where it has none, a word is its own stem.
function stemmerOf(locale: Locale) {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(new Intl.Locale(locale).language)?.toLowerCase()
  return algorithms().includes(language ?? '') ? newStemmer(language ?? '') : { stem: (word: string) => word }
}

// 0.25 or ,5: the digits after the point mean nothing by themselves.
const partOfOne = /(?<!\d)0?[.,]\d+/g

/** The words of a text in lower case and without accents; elisions (l’or), numbers and their units stand apart. */
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

/** What a folded word has in common with its other forms. */
export function stemOf(word: string, locale: Locale): string {
  const known = stems[locale].get(word)
  if (known !== undefined) return known
  const stem = fold(stemmers[locale].stem(locale === 'es' ? accentSuffix(word) : word))
  // Visitors decide which words arrive here: the memory must not grow with them.
  if (stems[locale].size < stemsKept) stems[locale].set(word, stem)
  return stem
}

// The Spanish stemmer knows these endings by their accent alone, and their plurals without one.
function accentSuffix(word: string): string {
  return word.replace(/([cs])ion$/, '$1ión')
}
