import { algorithms, newStemmer } from 'snowball-stemmers'
import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { namesOfBrand } from './names'

const stemmers = mapLocales(stemmerOf)
const stems = mapLocales(() => new Map<string, string>())
const stemsKept = 20_000

// Snowball names its stemmers in English. Without a stemmer a word is its own stem.
function stemmerOf(locale: Locale) {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(new Intl.Locale(locale).language)?.toLowerCase()
  return algorithms().includes(language ?? '') ? newStemmer(language ?? '') : { stem: (word: string) => word }
}

const partOfOne = /(?<!\d)0?[.,]\d+/g

/**
 * Words in lower case without accents; elisions (l’or), numbers and their units are split. The company's names and cities
 * are the words of lib/chatbot/engine/names.ts, so that what was learned holds for every brand.
 */
export function wordsOf(text: string): string[] {
  return replaceNames(split(text))
}

function split(text: string): string[] {
  return (
    fold(text)
      .replace(partOfOne, ' fraction ')
      .match(/[a-z]+|\d+/g) ?? []
  )
}

const names = namesOfBrand().map(([name, word]) => ({ parts: split(name), word }))

function replaceNames(words: string[]): string[] {
  const replaced: string[] = []
  for (let at = 0; at < words.length; ) {
    const name = names.find(({ parts }) => parts.length > 0 && parts.every((part, place) => words[at + place] === part))
    replaced.push(name?.word ?? words[at] ?? '')
    at += name?.parts.length ?? 1
  }
  return replaced
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
