import { beforeEach, describe, expect, it } from 'vitest'
import { writeCsv } from '@/scripts/copy/exchange/csv'
import { exportTexts } from '@/scripts/copy/exchange/export'
import { importFile } from '@/scripts/copy/exchange/import-command'
import { decode, readExchange } from '@/scripts/copy/exchange/read-file'
import { writeXliff } from '@/scripts/copy/exchange/xliff/write'
import { reviewedFile } from '@/scripts/copy/reviewed'
import { readSources } from '@/scripts/edit/catalogs'
import { saveChanges } from '@/scripts/edit/save'
import { withText } from '../support/copy'
import { changedFiles, changedLines, read, reset, set, workInCopy, write } from '../support/edit'
import { changeUnit, fillTable, translated } from '../support/exchange'

workInCopy()

const key = 'Steps.intro'
const fees = 'HomeFaq.items.fees.answer'

beforeEach(reset)

function change(locale: string, name: string, text: string | undefined) {
  const file = `messages/${locale}.json`
  write(file, withText(locale, name, text, read(file)))
}

const exported = (all = false) => exportTexts(readSources().files, 'fr', all)

/** The whole language as the translator gets it, with one unit translated. */
function returned(name: string, target: string, state?: string): string {
  write('back.xlf', changeUnit(writeXliff(exported(true)), name, translated(target, state)))
  return 'back.xlf'
}

function importOf(file: string, writes = true) {
  const { report, failed } = importFile(file, writes)
  return { report, failed }
}

describe('what is exported', () => {
  it('is what is missing, marked or out of date, and nothing where that is none', () => {
    expect(() => exported()).toThrow('In Français nothing is to be translated')
    change('fr', 'Hero.title', '[en] Gold')
    change('fr', 'Navigation.home', undefined)
    change('en', key, 'From the first conversation to the metal, in four steps.')
    const states = exported().entries.map(({ key, state, current }) => [key, state, current !== ''])
    expect(states).toEqual([
      ['Navigation.home', 'untranslated', false],
      ['Hero.title', 'untranslated', false],
      [key, 'stale', true],
    ])
  })
})

describe('an import', () => {
  it('shows what would change, and writes it when told to: one line of the catalog, its review and its date', () => {
    const file = returned(key, 'De l’entretien au métal.')
    const { report, failed } = importOf(file, false)
    expect(report).toContain(`${key}\n  - `)
    expect(report).toContain('  + De l’entretien au métal.')
    expect(report).toContain('1 changed, 0 not taken over')
    expect(report).toContain('Nothing is written yet')
    expect(failed).toBe(false)
    expect(changedFiles()).toEqual(['back.xlf'])

    importOf(file)
    expect(changedLines('messages/fr.json')).toEqual([
      expect.stringContaining('-    "intro"'),
      '+    "intro": "De l’entretien au métal.",',
    ])
    expect(changedLines(reviewedFile)).toHaveLength(2)
    expect(changedFiles().sort()).toEqual(['back.xlf', 'lib/seo/content-dates.json', 'messages/fr.json', reviewedFile])
    expect(importOf(file).report).toMatch(/0 changed, 0 not taken over, \d+ as before[\s\S]*Nothing to write/)
  })

  it('brings a whole language, also its missing texts, in the places that English has for them', () => {
    for (const name of ['Hero.title', 'Hero.contact']) change('fr', name, undefined)
    change('fr', key, '[en] From the first conversation.')
    const back = fillTable(writeCsv(exported()), ({ key: own = '' }) => `Texte de ${own}`)
    write('back.csv', back)
    expect(importOf('back.csv').report).toContain('3 changed, 0 not taken over')
    const names = Object.keys(JSON.parse(read('messages/fr.json')).Hero)
    expect(names).toEqual(Object.keys(JSON.parse(read('messages/en.json')).Hero))
    expect(JSON.parse(read('messages/fr.json')).Steps.intro).toBe(`Texte de ${key}`)
    expect(() => exported()).toThrow('nothing is to be translated')
  })

  it('takes a translation that the translator left as it is for still right, in this language alone', () => {
    change('en', key, 'From the first conversation to the metal, in four steps.')
    const current = JSON.parse(read('messages/fr.json')).Steps.intro
    expect(importOf(returned(key, current, 'initial')).report).toContain('0 changed, 0 not taken over')
    expect(exported().entries.map((entry) => entry.key)).toEqual([key])
    expect(importOf(returned(key, current, 'translated')).report).toContain('1 still right')
    expect(() => exported()).toThrow('nothing is to be translated')
    expect(exportTexts(readSources().files, 'es', false).entries.map((entry) => entry.key)).toEqual([key])
  })

  it('corrects the spaces and quotation marks of French, and tells what else the check finds', () => {
    const { report, failed } = importOf(returned(key, 'Garanti : "métal" !'))
    expect(report).toContain('+ Garanti\u202f: «\u202fmétal\u202f»\u202f!')
    expect(report).toContain('Nothing is guaranteed')
    expect(failed).toBe(true)
    expect(read('messages/fr.json')).toContain('«\u202fmétal\u202f»\u202f!')
  })
})

describe('a text is not taken over', () => {
  it('when English has changed since the export', () => {
    const file = returned(key, 'Neuf.')
    change('en', key, 'Four steps.')
    const { report, failed } = importOf(file)
    expect(report).toContain(`${key}: English has changed since the export. It is now “Four steps.”`)
    expect(failed).toBe(true)
    expect(changedLines('messages/fr.json')).toEqual([])
  })

  it('when somebody has changed the translation since the export', () => {
    const file = returned(key, 'Neuf.')
    saveChanges([set(key, 'fr', 'De quelqu’un d’autre.')], readSources().versions)
    expect(importOf(file).report).toContain('It is now “De quelqu’un d’autre.”')
    expect(read('messages/fr.json')).toContain('De quelqu’un d’autre.')
  })

  it.each([
    ['a code is missing', fees, 'Non publiés.', '<contact> is missing'],
    ['a code stands there twice', fees, '<pc id="1">ici</pc> <pc id="1">là</pc>', '<contact> stands there too often'],
    ['an argument is invented', key, 'Chez {brnad}.', 'English has no {brnad} here'],
    ['a brace is open', key, 'Chez {brand', 'A { has no }'],
    ['a link has no words', fees, '<pc id="1"></pc>', 'A link has no words'],
    ['it is written as code', key, '&lt;contact&gt;ici&lt;/contact&gt;', 'English has no <contact> here'],
  ])('when %s', (_, name, target, sentence) => {
    const { report, failed } = importOf(returned(name, target))
    expect(report).toMatch(/Not taken over \(1\)/)
    expect(report).toContain(sentence)
    expect(failed).toBe(true)
    expect(changedLines('messages/fr.json')).toEqual([])
  })

  it('when the site has none under its key, or the file has it twice', () => {
    const unit = writeXliff(exported(true)).match(/<unit id="Steps\.intro"[\s\S]*?<\/unit>/)?.[0] ?? ''
    const more = translated('Neuf.')(unit)
    const file = writeXliff(exported(true)).replace('</file>', `${more}${more.replace(key, 'Steps.old')}</file>`)
    write('back.xlf', file)
    const { report } = importOf('back.xlf')
    expect(report).toContain(`${key}: It stands twice in the file.`)
    expect(report).toContain('Steps.old: The site has no such text any more')
  })

  it('when the program has lost spaces of the English text, and so maybe of the translation', () => {
    const broken = changeUnit(writeXliff(exported(true)), key, (unit) =>
      translated('Neuf.')(unit).replace(/<source>(\w+) /, '<source>$1'),
    )
    write('back.xlf', broken)
    expect(importOf('back.xlf').report).toContain('The translation program has changed the English text')
  })
})

describe('a table', () => {
  const filled = (options = {}) =>
    fillTable(writeCsv(exported(true)), (row) => (row.key === key ? 'Prix ; "net" =\nsuite' : ''), options)

  it.each([
    ['with commas', {}],
    ['with semicolons, as Excel saves it in French', { delimiter: ';' }],
    ['with tabs', { delimiter: '\t' }],
    ['with line feeds alone', { lineEnd: '\n' }],
    ['without its mark of UTF-8', { bom: false }],
  ])('%s is read, with what stands in quotation marks', (_, options) => {
    const { locale, texts } = readExchange(decode(Buffer.from(filled(options))))
    expect(locale).toBe('fr')
    expect(texts.filter(({ text }) => text !== '')).toMatchObject([{ key, text: 'Prix ; "net" =\nsuite' }])
  })

  it('has no cell that a spreadsheet would run', () => {
    const name = 'DigestMail.question'
    const table = writeCsv(exported(true))
    expect(table).toContain(`\r\n${name},`)
    expect(table.match(/(?:^|,|\n)"?[=+\-@]/gm)).toBeNull()
    const back = fillTable(table, (row) => (row.key === name ? `'${row.current?.slice(1)} ici` : ''))
    write('back.csv', back)
    importOf('back.csv')
    expect(JSON.parse(read('messages/fr.json')).DigestMail.question).toMatch(/^- \{text\}.* ici$/)
  })

  it.each([
    ['in UTF-16', () => Buffer.from(filled(), 'utf16le'), /not in UTF-8.*CSV UTF-8/],
    ['in UTF-16 with its mark', () => Buffer.from(`\uFEFF${filled({ bom: false })}`, 'utf16le'), /not in UTF-8/],
    ['in the encoding of Windows', () => Buffer.from(filled({ bom: false }), 'latin1'), /not in UTF-8.*CSV UTF-8/],
    ['as a workbook', () => Buffer.from('PK\u0003\u0004\u00FF', 'latin1'), /workbook/],
    ['with nothing in it', () => Buffer.from(' \n'), /empty/],
    ['cut off inside a cell', () => Buffer.from(filled().replace('suite"', 'suite')), /broken.*quotation mark/],
    ['of something else', () => Buffer.from('name,city\nA,B'), /no file that the export has written/],
    [
      'without its translations',
      () => Buffer.from(filled().replace('translation (fr)', 'remarks')),
      /no column “translation”/,
    ],
    [
      'of a language that the site does not have',
      () => Buffer.from(filled().replaceAll('(fr)', '(it)')),
      /“it”, which/,
    ],
  ])('is refused %s', (_, bytes, sentence) => {
    expect(() => readExchange(decode(bytes()))).toThrow(sentence)
  })
})

it('a file that is not there is told of', () => {
  expect(() => importOf('no-such.xlf')).toThrow('There is no file “no-such.xlf”')
})
