import { isLocale, type Locale, languages, routing } from '@/lib/i18n/routing'
import { readCsv } from './csv'
import { ExchangeError, type ImportedFile } from './imported'
import { readXliff } from './xliff/read'

/** A file as text; what is not UTF-8 becomes �, as in a browser. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/** Reads a file of a translator, XLIFF or CSV. Throws ExchangeError. */
export function readExchange(source: string): ImportedFile & { locale: Locale } {
  if (source.startsWith('PK'))
    throw new ExchangeError('This is a workbook or an archive. In Excel save it as “CSV UTF-8”.')
  // Characters may be lost already, such as the narrow no-break space.
  if (/[\uFFFD\0]/.test(source)) throw new ExchangeError(notUtf8)
  if (source.trim() === '') throw new ExchangeError('The file is empty.')
  const { locale, texts } = /^\uFEFF?\s*</.test(source) ? readXliff(source) : readCsv(source)
  return { locale: ownLanguage(locale), texts }
}

const notUtf8 = 'The file is not in UTF-8. In Excel save it as “CSV UTF-8”; elsewhere choose the encoding UTF-8.'

// A tool may have added a country: `fr-CA` is still French.
function ownLanguage(asked: string): Locale {
  const [own] = [asked, asked.split('-')[0]].filter(isLocale)
  if (own === routing.defaultLocale)
    throw new ExchangeError('The file has English texts. English is written on the site itself.')
  if (own) return own
  const names = routing.locales.map((locale) => `${languages[locale].name} (${locale})`).join(', ')
  throw new ExchangeError(`The file is in the language “${asked}”, which the site does not have. It has ${names}.`)
}
