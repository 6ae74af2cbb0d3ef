import { algorithms, newStemmer } from 'snowball-stemmers'
import { type Locale, mapLocales, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

// Made-up words that replace names that differ between brands, so that training
// applies to every brand.
const placeholders = {
  brand: 'companyname',
  product: 'productname',
  office: 'officecity',
  founded: 'foundingyear',
}

/**
 * Replaces `{brand}`, `{product}`, `{office}` and `{founded}` in a text with
 * their placeholders.
 */
export function fillNames(text: string): string {
  return text.replace(
    /\{(brand|product|office|founded)\}/g,
    (_, name: keyof typeof placeholders) => placeholders[name],
  )
}

const names = [
  [site.brand, placeholders.brand],
  [site.product, placeholders.product],
  [site.founded, placeholders.founded],
  ...site.offices.flatMap(({ city }) =>
    routing.locales.map((locale) => [city[locale], placeholders.office]),
  ),
]
  .map(([name = '', word = '']) => ({ parts: split(name), word }))
  // Finds a product such as “Acme Gold” before its brand “Acme”.
  .sort((a, b) => b.parts.length - a.parts.length)

// Groups names by their first word, so that each word needs one lookup instead
// of a comparison with every name.
const namesByStart = Map.groupBy(names, ({ parts }) => parts[0])

/**
 * Returns the words of a text in lower case and without accents. Splits
 * elisions (l’or) and units from numbers, and replaces the brand's names.
 */
export function wordsOf(text: string): string[] {
  const words = split(text)
  const replaced: string[] = []
  for (let index = 0; index < words.length; ) {
    const known = namesByStart.get(words[index])
    const name = known?.find(({ parts }) =>
      parts.every((part, offset) => words[index + offset] === part),
    )
    replaced.push(name?.word ?? words[index] ?? '')
    index += name?.parts.length ?? 1
  }
  return replaced
}

function split(text: string): string[] {
  const folded = fold(text).replace(/(?<!\d)0?[.,]\d+/g, ' fraction ')
  return folded.match(/[a-z]+|\d+/g) ?? []
}

function fold(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('ß', 'ss')
}

const stemmers = mapLocales(stemmerOf)
const stems = mapLocales(() => new Map<string, string>())
const stemsKept = 20_000

/**
 * Finds a stemmer by the English name of the language, because Snowball uses
 * these names. Without a stemmer, a word is its own stem.
 */
function stemmerOf(locale: Locale) {
  const language = new Intl.DisplayNames('en', { type: 'language' })
    .of(new Intl.Locale(locale).language)
    ?.toLowerCase()
  return algorithms().includes(language ?? '')
    ? newStemmer(language ?? '')
    : { stem: (word: string) => word }
}

export function stemOf(word: string, locale: Locale): string {
  const known = stems[locale].get(word)
  if (known !== undefined) return known
  // The Spanish stemmer needs the accent in these endings, but not in their
  // plurals.
  const accented = locale === 'es' ? word.replace(/([cs])ion$/, '$1ión') : word
  const stem = fold(stemmers[locale].stem(accented))
  // Visitors choose the words, so the cache has to be bounded.
  if (stems[locale].size < stemsKept) stems[locale].set(word, stem)
  return stem
}
