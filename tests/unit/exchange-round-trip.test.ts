import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { js2xliff, xliff2js } from 'xliff'
import { readCatalog } from '@/scripts/copy/catalog'
import { partsOf } from '@/scripts/copy/exchange/codes'
import { readCsv, writeCsv } from '@/scripts/copy/exchange/csv'
import type { Entry, Exchange } from '@/scripts/copy/exchange/entries'
import { readXliff } from '@/scripts/copy/exchange/xliff/read'
import { writeXliff } from '@/scripts/copy/exchange/xliff/write'
import { files } from '../support/copy'
import { allTexts, fillTable, targets } from '../support/exchange'

const inFile = (texts: { key: string; text: string }[]) => Object.fromEntries(texts.map(({ key, text }) => [key, text]))

function inCatalog(locale: string) {
  const { catalog } = readCatalog(locale, '', files[locale] ?? '')
  return inFile([...catalog.messages.values()])
}

describe.each(targets)('every text in %s comes back as it went', (locale) => {
  const exchange = allTexts(locale)

  it('through XLIFF', () => {
    const { locale: language, texts } = readXliff(writeXliff(exchange))
    expect(language).toBe(locale)
    expect(inFile(texts)).toEqual(inCatalog(locale))
    expect(texts.filter(({ problem }) => problem)).toEqual([])
  })

  it('through XLIFF that another program has read and written', async () => {
    // It forgets the originals of the codes, states and all that is not core.
    const written = await js2xliff(await xliff2js(writeXliff(exchange)), { indent: '' })
    expect(written).not.toContain('originalData')
    expect(inFile(readXliff(written).texts)).toEqual(inCatalog(locale))
  })

  it.each([
    ['a comma', ','],
    ['a semicolon', ';'],
    ['a tab', '\t'],
  ])('through CSV that a spreadsheet has saved with %s between the columns', (_, delimiter) => {
    const table = fillTable(writeCsv(exchange), ({ current = '' }) => current, { delimiter })
    const { locale: language, texts } = readCsv(table)
    expect(language).toBe(locale)
    expect(inFile(texts)).toEqual(inCatalog(locale))
  })
})

function exchangeOf(english: string, current: string): Exchange {
  const entry: Entry = {
    key: 'Hero.title',
    english,
    current,
    state: 'translated',
    places: [],
    limits: [],
    terms: [],
    advice: [],
  }
  return { locale: 'fr', entries: [entry], notes: [], pictures: {} }
}

// Pieces that formats, spreadsheets and ICU MessageFormat take for something else.
const pieces = [
  '"',
  '""',
  "'",
  "''",
  ',',
  ';',
  '\n',
  '\t',
  '=1+1',
  '+',
  '-',
  '@',
  '＝',
  '<',
  '>',
  '&',
  ']]>',
  '&amp;',
  '\u202F',
  '{',
  '}',
  '#',
  '<!--',
  'É',
  '🙂',
  '\u0001',
  '\uFFFE',
  ' ',
  'or',
  '{brand}',
  '<contact>',
  '</contact>',
  '{n, plural, one {# lingot} other {# lingots}}',
]
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\uFFFD')),
    ),
    { minLength: 1 },
  )
  .map((parts) => parts.join(''))

it('any text comes back as it went, whatever marks it has', () => {
  fc.assert(
    fc.property(anyText, anyText, (english, current) => {
      const exchange = exchangeOf(english, current)
      expect(readXliff(writeXliff(exchange)).texts[0]?.text).toBe(current)
      const table = readCsv(fillTable(writeCsv(exchange), (row) => row.current ?? '')).texts[0]
      expect(table?.text).toBe(current.replaceAll('\r\n', '\n'))
    }),
    { numRuns: 500 },
  )
})

it('a text is the sum of its words and codes', () => {
  const textOf = (parts: ReturnType<typeof partsOf>): string =>
    parts.map((part) => (part.type === 'link' ? part.open + textOf(part.parts) + part.close : part.text)).join('')
  fc.assert(
    fc.property(anyText, (text) => {
      expect(textOf(partsOf(text))).toBe(text)
    }),
  )
})
