import { isLocale, type Locale, languages, routing } from '@/lib/i18n/routing'
import type { Sources } from '../sources'
import { createTermsReader } from '../terms'
import { writeCsv } from './csv'
import { type Entry, type Exchange, entriesOf, isOpen } from './entries'
import { ExchangeError } from './imported'
import { writeXliff } from './xliff/write'

export const formats = {
  xliff: { write: writeXliff, extension: 'xlf', type: 'application/xliff+xml' },
  csv: { write: writeCsv, extension: 'csv', type: 'text/csv' },
}

export type Format = keyof typeof formats

export function isFormat(name: string | null | undefined): name is Format {
  return Object.keys(formats).some((format) => format === name)
}

/** A language that texts are translated into. Throws ExchangeError. */
export function targetLanguage(asked: string | null | undefined): Locale {
  if (isLocale(asked) && asked !== routing.defaultLocale) return asked
  const others = routing.locales.filter((locale) => locale !== routing.defaultLocale)
  const names = others.map((locale) => `${locale} (${languages[locale].name})`).join(', ')
  throw new ExchangeError(`Choose a language to translate into: ${names}.`)
}

/** The texts to be translated or, with `all`, every text. Throws ExchangeError where there is none. */
export function exportTexts(files: Sources, locale: Locale, all: boolean): Exchange {
  const entries = entriesOf(files, locale).filter((entry) => all || isOpen(entry))
  if (entries.length === 0) {
    throw new ExchangeError(
      `In ${languages[locale].name} nothing is to be translated: no text is missing or out of date.`,
    )
  }
  return { locale, entries, notes: languageNotes(locale), pictures: {} }
}

/** “texts-fr.xlf” */
export function fileName(format: Format, locale: Locale): string {
  return `texts-${locale}.${formats[format].extension}`
}

// What holds for every text; terms for single English words stand beside the texts that have them.
function languageNotes(locale: Locale): string[] {
  const { variety, glossary } = createTermsReader()(locale)
  const always = glossary.filter(({ english }) => !english).map(({ say }) => `Say ${say}.`)
  return [...(variety ? [variety] : []), ...always]
}

/** How many of the texts are to be translated anew, and how many for the first time. */
export function countTexts(entries: Entry[]): string {
  const count = (state: Entry['state']) => entries.filter((entry) => entry.state === state).length
  return `${entries.length} texts: ${count('untranslated')} not translated, ${count('stale')} out of date`
}
