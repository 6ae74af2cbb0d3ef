import { algorithms, newStemmer } from 'snowball-stemmers'
import { indirect } from '@/lib/chatbot/sales-intent'
import { type Locale, mapLocales, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

// Words that nobody writes replace what differs from brand to brand, so that what was learned holds for every brand.
const placeholders = { brand: 'companyname', product: 'productname', office: 'officecity', founded: 'foundingyear' }

/** A text of the lexicon or the training questions with these words for `{brand}`, `{product}`, `{office}`, `{founded}`. */
export function fillNames(text: string): string {
  return text.replace(/\{(brand|product|office|founded)\}/g, (_, name: keyof typeof placeholders) => placeholders[name])
}

const names = [
  [site.brand, placeholders.brand],
  [site.product, placeholders.product],
  [site.founded, placeholders.founded],
  ...site.offices.flatMap(({ city }) => routing.locales.map((locale) => [city[locale], placeholders.office])),
].map(([name = '', word = '']) => ({ parts: split(name), word }))

// A lookup for each word of the lexicon, rather than a comparison with each name.
const namesByStart = Map.groupBy(names, ({ parts }) => parts[0])

/** Words in lower case without accents; elisions (l’or), numbers and their units are split, the brand's names replaced. */
export function wordsOf(text: string): string[] {
  const words = split(text)
  const replaced: string[] = []
  for (let at = 0; at < words.length; ) {
    const known = namesByStart.get(words[at])
    const name = known?.find(({ parts }) => parts.every((part, place) => words[at + place] === part))
    replaced.push(name?.word ?? words[at] ?? '')
    at += name?.parts.length ?? 1
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

// Snowball names its stemmers in English. Without a stemmer a word is its own stem.
function stemmerOf(locale: Locale) {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(new Intl.Locale(locale).language)?.toLowerCase()
  return algorithms().includes(language ?? '') ? newStemmer(language ?? '') : { stem: (word: string) => word }
}

export function stemOf(word: string, locale: Locale): string {
  const known = stems[locale].get(word)
  if (known !== undefined) return known
  // The Spanish stemmer knows these endings by their accent, and their plurals without it.
  const accented = locale === 'es' ? word.replace(/([cs])ion$/, '$1ión') : word
  const stem = fold(stemmers[locale].stem(accented))
  // Visitors choose the words: the cache must stay bounded.
  if (stems[locale].size < stemsKept) stems[locale].set(word, stem)
  return stem
}

/** The stems that training has found already: to find them again takes 10 ms a language, and 10 MB for a while. */
export function knowStems(locale: Locale, known: Record<string, string>) {
  stems[locale] = new Map(Object.entries(known))
}

export type Question = { sentences: string[][]; clauses: string[][] }

const maxWords = 300 // what comes after says nothing new
const maxClauses = 60
// Also the number or letter of an item in a list.
const sentenceEnd = /(?<=[.!?;…])\s|\n|(?<=^|\s)(?:\d{1,2}|[a-h])[.)]\s/

// Marks and words between clauses in the languages of the site, and what introduces an indirect question.
const joint =
  /[,;:.!?…\n()+]+|\s(?:and|or|also|et|ou|puis|aussi|y|e|o|u|además|también|to know|tell us|tell me|savoir|nous dire|me dire|dites[ -]moi|dites[ -]nous|saber|decirnos|decirme|díganme|díganos)\s/i

const goingOn = /^\s*(?:and|also|et|puis|aussi|y|e|además|también)\s/i

export function questionOf(message: string): Question {
  // The name in an address says nothing of the question.
  const pieces = message.replace(/\S+@\S+/g, ' ').split(sentenceEnd)
  // Beside questions the rest tells of the visitor, unless it asks in other words.
  const asks = (piece: string) => piece.includes('?') || indirect.test(piece) || goingOn.test(piece)
  const asked = message.includes('?') ? pieces.filter(asks) : pieces
  // "Fees?" asks; of "time and cost", "time" alone does not.
  const clauses = asked.map((piece) => wordsOfEach(piece.split(joint)))
  const telling = clauses.flatMap((parts) => parts.filter((words) => parts.length === 1 || words.length > 1))
  return { sentences: wordsOfEach(pieces).slice(0, maxClauses), clauses: telling.slice(0, maxClauses) }
}

function wordsOfEach(pieces: string[]): string[][] {
  let left = maxWords
  const each = pieces.map((piece) => {
    const words = wordsOf(piece).slice(0, left)
    left -= words.length
    return words
  })
  return each.filter((words) => words.length > 0)
}
