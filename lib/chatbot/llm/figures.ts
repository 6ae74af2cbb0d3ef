import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { guardWords, namesIn, stemmed } from './words'

// Spaces are plain ones here (NFKC). A comma or a point means the opposite from one language to the other.
const numberPatterns: Partial<Record<Locale, RegExp>> = {
  en: /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g,
  fr: /\d{1,3}(?: \d{3})+(?:,\d+)?|\d+(?:,\d+)?/g,
  es: /\d{1,3}(?:[. ]\d{3})+(?:,\d+)?|\d+(?:[,.]\d+)?/g,
}
const thousands: Partial<Record<Locale, RegExp>> = { en: /,/g, fr: / /g, es: /[ .](?=\d{3}(?!\d))/g }

/** The numbers of a text, in digits or words, with its units, months and days of the week: `10000`, `0.5`, `percent`. */
export function figuresIn(written: string, locale: Locale): Set<string> {
  const words = guardWords[locale]
  const pattern = numberPatterns[locale]
  if (!words || !pattern) return new Set()
  const text = written.normalize('NFKC').replace(/\b(?:per ?cent|pour cent|por ciento)(?!\p{L})/giu, ' % ')
  const inDigits = [...text.matchAll(pattern)].map((found) => {
    const after = text.slice(found.index + found[0].length).match(/^\s*(\p{L}+)/u)?.[1] ?? ''
    return String(amountOf(found[0], locale) * multiplierOf(after, locale))
  })
  const inWords = text.replace(/(\d\s*)(\p{L}+)/gu, (all, digits, word) =>
    multiplierOf(word, locale) > 1 ? digits : all,
  )
  return new Set([
    ...inDigits,
    ...namesIn(inWords, words.numbers, locale),
    ...namesIn(text, words.units, locale),
    ...symbolsIn(text),
    ...calendarWordsIn(text, locale),
  ])
}

function amountOf(digits: string, locale: Locale): number {
  return Number(digits.replace(thousands[locale] ?? '', '').replace(',', '.'))
}

function multiplierOf(word: string, locale: Locale): number {
  const found = guardWords[locale]?.multipliers.find(([, phrase]) => word && phrase === stemmed(word, locale))
  return Number(found?.[0] ?? 1)
}

const symbols: Record<string, string> = { '%': 'percent', $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen' }

function symbolsIn(text: string): string[] {
  return [...text].map((character) => symbols[character]).filter((name) => name !== undefined)
}

// Written with a capital in English alone, where May and March are words, too.
const calendar = mapLocales((locale) => {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1)))
  const formats = [{ month: 'long' }, { weekday: 'long' }] as const
  const written = formats.flatMap((format) =>
    days.map((day) => new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(day)),
  )
  return new Set(written)
})

function calendarWordsIn(text: string, locale: Locale): string[] {
  const words = text.match(/\p{L}+/gu) ?? []
  return words
    .map((word) => (locale === 'en' ? word : word.toLowerCase()))
    .filter((word) => calendar[locale].has(word.normalize('NFC')))
}
