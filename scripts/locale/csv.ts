// Texts for translators as CSV, which spreadsheets open.
import { parse } from 'csv-parse/sync'
import {
  byteOrderMark,
  separatorOf,
  separators,
  toCsv,
  withoutPrefixes,
} from '@/lib/http/csv'
import { allLocales, type Locale, routing } from '@/lib/i18n/routing'
import { fileError } from '@/lib/text-file.mjs'
import { exportedName, type ReturnedFile, type Row } from './row'

const english = routing.defaultLocale

export function writeCsv(locale: Locale, rows: Row[]): string {
  const names = [
    'key',
    'page',
    'limits',
    'screenshot',
    `${english} before`,
    exportedName,
  ]
  const cells = rows.map((row) => [
    row.key,
    row.page,
    row.limits,
    row.screenshot,
    row.earlier,
    row.target,
    row.source,
    row.target,
  ])
  const table = [[...names, english, locale], ...cells]
  return byteOrderMark + toCsv(table, separatorOf(locale))
}

/**
 * Reads a file that a spreadsheet may have saved with other separators and
 * columns. Throws FileError.
 */
export function readCsv(text: string): ReturnedFile {
  const [head = ''] = text.split('\n')
  const delimiter =
    [...Object.values(separators), '\t'].find((separator) =>
      head.includes(separator),
    ) ?? ','
  const rows = parseTable(text, delimiter)
  const names = Object.keys(rows[0] ?? {})
  const locale = allLocales.find(
    (code) => code !== english && names.includes(code),
  )
  if (!locale || !names.includes('key') || !names.includes(english))
    throw fileError(
      `The first line must contain the column names “key”, “${english}” and the code of one of the site’s languages, as in the exported file.`,
    )
  const cellOf = (row: Record<string, string>, name: string) =>
    withoutPrefixes(row[name] ?? '')
  return {
    locale,
    rows: rows.map((row) => ({
      key: cellOf(row, 'key').trim(),
      source: cellOf(row, english),
      target: cellOf(row, locale),
      exported: names.includes(exportedName)
        ? cellOf(row, exportedName)
        : undefined,
    })),
  }
}

function parseTable(text: string, delimiter: string) {
  try {
    return parse<Record<string, string>>(text, {
      delimiter,
      columns: (names: string[]) => names.map((name) => name.trim()),
      skip_records_with_empty_values: true,
      relax_column_count: true,
    })
  } catch (error) {
    throw fileError(`This is not CSV: ${(error as Error).message}.`)
  }
}
