import { parse } from 'csv-parse/sync'
import { type Locale, routing } from '@/lib/i18n/routing'
import { type Exchange, entriesOf } from '@/scripts/copy/exchange/entries'
import { readSources } from '@/scripts/edit/catalogs'

export const targets = routing.locales.filter((locale) => locale !== routing.defaultLocale)

/** Every text of a language as the export writes it. */
export function allTexts(locale: Locale): Exchange {
  return { locale, entries: entriesOf(readSources().files, locale), notes: [], pictures: {} }
}

type Sheet = { delimiter?: string; lineEnd?: string; bom?: boolean }

/** A table as a spreadsheet saves it once somebody has translated in it: every cell in quotation marks that needs them. */
export function fillTable(
  csv: string,
  translate: (row: Record<string, string>) => string,
  { delimiter = ',', lineEnd = '\r\n', bom = true }: Sheet = {},
): string {
  const [header = [], ...rows]: string[][] = parse(csv, { bom: true })
  const translation = header.findIndex((name) => name.startsWith('translation'))
  const filled = rows.map((row) => {
    const named = Object.fromEntries(header.map((name, at) => [name.split(' ')[0], row[at] ?? '']))
    return row.with(translation, translate(named))
  })
  const quote = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lines = [header, ...filled].map((row) => row.map(quote).join(delimiter) + lineEnd)
  return (bom ? '\uFEFF' : '') + lines.join('')
}

/** An XLIFF file with the content of one unit changed. */
export function changeUnit(xliff: string, key: string, change: (unit: string) => string): string {
  const start = xliff.indexOf(`<unit id="${key}"`)
  const end = xliff.indexOf('</unit>', start)
  if (start < 0) throw new Error(`${key} is not in the file.`)
  return xliff.slice(0, start) + change(xliff.slice(start, end)) + xliff.slice(end)
}

/** A unit as a translation tool leaves it: its target in this state. */
export function translated(target: string, state = 'translated') {
  return (unit: string) =>
    unit
      .replace(/<segment[^>]*>/, `<segment state="${state}">`)
      .replace(/\s*<target>.*<\/target>/s, '')
      .replace('</source>', `</source><target>${target}</target>`)
}
