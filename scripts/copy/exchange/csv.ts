import { CsvError, parse } from 'csv-parse/sync'
import { byteOrderMark, toCsv } from '@/lib/http/csv'
import { digest } from '../reviewed'
import type { Entry, Exchange } from './entries'
import { ExchangeError, type ImportedFile, type ImportedText } from './imported'

/** For a spreadsheet: CSV (RFC 4180) with the language in its header. */
export function writeCsv({ locale, entries, pictures }: Exchange): string {
  const header = ['key', 'page', 'english', `current (${locale})`, `translation (${locale})`, 'limit', 'note']
  const rows = entries.map((entry) => rowOf(entry, pictures[entry.key]))
  return byteOrderMark + toCsv([header, ...rows.map((row) => row.map(guard))])
}

function rowOf({ key, english, current, state, places, limits, terms, advice }: Entry, picture = ''): string[] {
  const stale = state === 'stale' ? ['English has changed since this was translated.'] : []
  const limit = limits.map(({ sentence }) => sentence).join(' ')
  const note = [...stale, ...terms, ...advice, ...(picture ? [`Picture: ${picture}`] : [])].join('\n')
  return [key, places.join(', '), english, current, '', limit, note]
}

// A spreadsheet would run these. One apostrophe more stands before them, also where there is one already, so that an
// import can take off what the export has added.
const formula = "'*[ \\t\\r]*[=+\\-@＝＋－＠]"
const starts = `(^|[;\\r\\n])(?=${formula})|^(?='*[\\t\\r])`
const guarded = new RegExp(starts, 'g')
const guards = new RegExp(`(^|[;\\r\\n])'(?=${formula})|^'(?='*[\\t\\r])`, 'g')

function guard(cell: string): string {
  return cell.replace(guarded, "$1'")
}

function unguard(cell: string): string {
  return cell.replace(guards, '$1')
}

/** Reads what a spreadsheet has saved, with commas, semicolons or tabs. Throws ExchangeError. */
export function readCsv(source: string): ImportedFile {
  const [header = [], ...rows] = readRows(source)
  const columnOf = (name: string) => {
    const at = header.findIndex((title) => title.trim().toLowerCase().split(' (')[0] === name)
    if (at < 0) throw new ExchangeError(`${notOurs} Its first line has no column “${name}”.`)
    return at
  }
  const [key, english, current] = [columnOf('key'), columnOf('english'), columnOf('current')]
  const translation = columnOf('translation')
  const [, locale = ''] = header[translation]?.match(/\(([\w-]+)\)/) ?? []
  const texts = rows.map((row): ImportedText => {
    const cell = (column: number) => unguard(row[column] ?? '').replaceAll('\r\n', '\n')
    const digests = { english: digest(cell(english)), translation: digest(cell(current)) }
    return { key: cell(key).trim(), text: cell(translation), digests, isDone: true }
  })
  return { locale, texts }
}

const notOurs = 'This is no file that the export has written.'

function readRows(source: string): string[][] {
  const [, delimiter] = source.match(/^\uFEFF?"?key"?([,;\t])/i) ?? []
  if (!delimiter) throw new ExchangeError(`${notOurs} Its first line does not begin with “key”.`)
  try {
    return parse(source, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? ` in line ${error.lines}` : ''
    throw new ExchangeError(`The table is broken${line}: a quotation mark is missing or too many. Export it again.`)
  }
}
