// `npm run locale -- export`: writes the missing and outdated translations of a
// language to files for translators.
import { mkdirSync, writeFileSync } from 'node:fs'
import { allLocales, type Locale, routing } from '@/lib/i18n/routing'
import { fileError } from '@/lib/text-file.mjs'
import { isAmong, pagesShowing, sharedTerms } from '../copy/terms'
import { nameOfPlace } from '../edit/names'
import { listOpenTranslations } from '../edit/text'
import { writeCsv } from './csv'
import type { Row } from './row'
import { writeXliff } from './xliff'

const folder = 'translations'

/** Returns a report. Throws FileError for a language that the site lacks. */
export function exportTexts(code = ''): string {
  const locale = requireTranslated(code)
  const rows = listOpenTranslations()
    .filter((open) => open.locale === locale)
    .map(translationRow)
  if (rows.length === 0) return `Every text is translated into ${locale}.`
  const xliff = `${folder}/${locale}.xlf`
  const csv = `${folder}/${locale}.csv`
  mkdirSync(folder, { recursive: true })
  writeFileSync(xliff, writeXliff(locale, rows))
  writeFileSync(csv, writeCsv(locale, rows))
  return `Texts to translate: ${rows.length}, in ${xliff} for translation programs and in ${csv} for spreadsheets.
Send one of them, and read it back with npm run locale -- import FILE.`
}

export function requireTranslated(code: string): Locale {
  const locale = allLocales.find((known) => known === code)
  if (!locale || locale === routing.defaultLocale)
    throw fileError(
      `“${code}” is not a language that the site is translated into.`,
    )
  return locale
}

function translationRow({
  key,
  english,
  earlier,
  translation,
}: ReturnType<typeof listOpenTranslations>[number]): Row {
  const places = pagesShowing(key)
  const [path] = places.filter((place) => place.startsWith('/'))
  return {
    key,
    page: places.map(nameOfPlace).join(', '),
    limits: limitsOf(key),
    screenshot: path ? screenshotOf(path) : '',
    earlier: earlier ?? '',
    source: english,
    target: translation,
  }
}

function limitsOf(key: string): string {
  const budgets = sharedTerms().budgets.filter(({ keys }) => isAmong(key, keys))
  return budgets
    .map(({ min, max }) =>
      min ? `${min} to ${max} characters` : `at most ${max} characters`,
    )
    .join(', ')
}

function screenshotOf(path: string): string {
  return `${path.slice(1).replaceAll('/', '-') || 'home'}.png`
}
