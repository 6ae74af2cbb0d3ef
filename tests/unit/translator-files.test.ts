// Tests the export of texts for translators and the import of the files that
// translators' programs save.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { mapTexts, valueAt } from '@/lib/text'
import { exportTexts } from '@/scripts/locale/export'
import { importTexts } from '@/scripts/locale/import'
import { createRepositories } from '../support/repository'

const brand = vi.hoisted(() => {
  // Set here because modules read BRAND when they are loaded.
  process.env.BRAND = 'tests/brands/quorndon'
  return process.env.BRAND
})

const home = process.cwd()
const repositories = createRepositories()
const { git, read, setText, write, folder } = repositories.open().clone()
const catalog = 'messages/fr.json'
const english = JSON.parse(read('messages/en.json'))
const french = JSON.parse(read(catalog))
const title = 'CallToAction.title'

beforeEach(() => {
  process.chdir(folder)
  git('checkout', '--quiet', '.')
  git('clean', '--quiet', '--force', '-d', '-x')
})

afterAll(() => {
  process.chdir(home)
  repositories.remove()
})

const textOf = (key: string) => valueAt(JSON.parse(read(catalog)), key)

/** Empties French texts, exports them, and returns the exported file. */
function exported(format: 'csv' | 'xlf', isOpen: (text: string) => boolean) {
  const left = mapTexts(french, (text) => (isOpen(text) ? '' : text))
  write(catalog, `${JSON.stringify(left, null, 2)}\n`)
  exportTexts('fr')
  return readFileSync(`translations/fr.${format}`, 'utf8')
}

function returned(name: string, content: string | Buffer) {
  mkdirSync('translations', { recursive: true })
  writeFileSync(`translations/${name}`, content)
  return importTexts(`translations/${name}`)
}

const escapeXml = (text: string) =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const withMark = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`

// Matches texts that a file format could break: with plurals, links, quotation
// marks, line breaks or the separators of CSV.
const hasMore = (text: string) => /plural|select|[<\n;"&]/.test(text)

function translateXliff(file: string) {
  return file.replace(
    /(<unit id="([^"]+)"[\s\S]*?<\/source>)/g,
    (unit, _, key) =>
      `${unit}<target>${escapeXml(`${valueAt(french, key)}`)}</target>`,
  )
}

/** Returns the texts as a table saved by a spreadsheet. */
function tableOf(file: string, separator: string) {
  const keys = [...file.matchAll(/<unit id="([^"]+)"/g)].map(([, key]) => key)
  const english = JSON.parse(read('messages/en.json'))
  const own = JSON.parse(read(`${brand}/messages/en.json`))
  const rows = keys.map((key = '') => [
    `${valueAt(french, key)}`,
    key,
    `${valueAt(own, key) ?? valueAt(english, key)}`,
  ])
  return [['fr', 'key', 'en'], ...rows]
    .map((row) => row.map(quote).join(separator))
    .join('\r\n')
}

const csvOf = (rows: unknown[][]) =>
  [['key', 'en', 'fr'], ...rows]
    .map((row) => row.map((cell) => quote(`${cell}`)).join(','))
    .join('\n')

it.each([
  ['XLIFF', (file: string) => translateXliff(file)],
  [
    'XLIFF with a mark and CRLF',
    (file: string) => withMark(translateXliff(file)),
  ],
  ['CSV with commas', (file: string) => tableOf(file, ',')],
  ['CSV from Excel', (file: string) => `\uFEFF${tableOf(file, ';')}`],
  [
    'Unicode text from Excel',
    (file: string) => Buffer.from(`\uFEFF${tableOf(file, '\t')}`, 'utf16le'),
  ],
])('every translated text survives the import of %s', async (_, translate) => {
  const file = await exported('xlf', hasMore)

  const { report, isComplete } = returned('back', translate(file))

  expect(report).toMatch(/^Written: (\d{3}) of \1 texts/)
  expect(isComplete).toBe(true)
  expect(JSON.parse(read(catalog))).toEqual(french)
})

it('a stale text is exported with what a translator needs to know', () => {
  const before = valueAt(english, 'Metadata.contact.title')
  const after = 'Write to {brand}'
  setText('en', 'Metadata.contact.title', after)

  const report = exportTexts('fr')

  const translation = valueAt(french, 'Metadata.contact.title')
  expect(report).toMatch(/^Texts to translate: 1, in translations\/fr\.xlf /)
  expect(read('translations/fr.csv').split('\r\n')[1]).toBe(
    [
      'Metadata.contact.title',
      'Contact',
      'at most 60 characters',
      'contact.png',
      before,
      translation,
      after,
      translation,
    ].join(';'),
  )
  for (const part of [
    'srcLang="en" trgLang="fr"',
    '<unit id="Metadata.contact.title" canResegment="no" xml:space="preserve">',
    '<note>Shown on: Contact</note>',
    '<note>Length: at most 60 characters</note>',
    '<note>Screenshot: contact.png</note>',
    '<note>Keep as they are: {brand}</note>',
    `<note>English before: ${before}</note>`,
    `<note>Translation before: ${translation}</note>`,
    '<source>Write to <ph id="1" equiv="{brand}" disp="{brand}"/></source>',
    `<target>${`${translation}`.replace('{brand}', '<ph id="1" equiv="{brand}" disp="{brand}"/>')}</target>`,
  ])
    expect(read('translations/fr.xlf')).toContain(part)
})

it('a new text is exported without an empty note', () => {
  setText('fr', title, '')

  exportTexts('fr')

  expect(read('translations/fr.xlf')).not.toContain('Translation before')
})

it('an import keeps a translation written after its text was exported', () => {
  setText('fr', title, '')
  exportTexts('fr')
  const file = read('translations/fr.xlf').replace(
    '</source>',
    '</source><target>Le début</target>',
  )
  setText('fr', title, 'Commencez par un échange')

  const { report } = returned('fr.xlf', file)

  expect(report).toContain('It was translated here after the export')
  expect(textOf(title)).toBe('Commencez par un échange')
})

it('an export protects arguments and tags from translation programs', () => {
  setText('en', title, 'Ask <contact>the {brand} team</contact> today')

  exportTexts('fr')

  const code = (id: number, text: string) => {
    const shown = escapeXml(text)
    return `<ph id="${id}" equiv="${shown}" disp="${shown}"/>`
  }
  expect(read('translations/fr.xlf')).toContain(
    `<source>Ask ${code(1, '<contact>')}the ${code(2, '{brand}')} team${code(3, '</contact>')} today</source>`,
  )
})

it('an import turns codes back into arguments and tags', () => {
  const key = 'HomeFaq.items.vaults.answer'
  setText('en', key, 'Please ask <contact>the team</contact> at {brand}.')
  exportTexts('fr')
  const translation =
    'Chez <ph id="3" equiv="{brand}"/>, écrivez à <ph id="1" equiv="&lt;contact>"/>l’équipe<ph id="2" equiv="&lt;/contact>"/>.'
  const file = read('translations/fr.xlf').replace(
    /<target>.*<\/target>/,
    `<target>${translation}</target>`,
  )

  returned('fr.xlf', file)

  expect(textOf(key)).toBe(
    'Chez {brand}, écrivez à <contact>l’équipe</contact>.',
  )
})

it('an import writes a text that is too long, and says so', () => {
  const long = 'Demander une présentation complète'
  const row = ['Hero.contact', valueAt(english, 'Hero.contact'), long]

  const { report, isComplete } = returned('fr.csv', csvOf([row]))

  expect(report).toMatch(
    /Written, but check \(1\):\n {2}Hero\.contact .*\n {4}A button should have at most 28/,
  )
  expect(isComplete).toBe(true)
  expect(textOf('Hero.contact')).toBe(long)
})

it('an import writes a text that equals the English one, and says so', () => {
  const menu = valueAt(english, 'Navigation.openMenu')
  const row = ['Navigation.openMenu', menu, menu]

  const { report } = returned('fr.csv', csvOf([row]))

  expect(report).toMatch(
    /Written, but check \(1\):\n {2}Navigation\.openMenu .*\n {4}This is the English text\./,
  )
})

/** Returns a file of six texts, one of them correct. */
function returnMistakes() {
  setText('en', 'Hero.secondary', 'See the product')
  const english = JSON.parse(read('messages/en.json'))
  const rows = [
    [title, valueAt(english, title), 'Commencez par une conversation'],
    [
      'ContactForm.receiptBody',
      valueAt(english, 'ContactForm.receiptBody'),
      'Merci.',
    ],
    [
      'HomeFaq.items.fees.answer',
      valueAt(english, 'HomeFaq.items.fees.answer'),
      'Les frais ne sont pas publiés. Écrivez à <vente>nous</vente>.',
    ],
    ['Hero.secondary', 'See the old product', 'Voir le produit'],
    ['Hero.titel', 'Gold', 'Or'],
    ['Hero.title', valueAt(english, 'Hero.title'), ''],
  ]
  return returned('fr.csv', csvOf(rows))
}

it('an import explains why it refuses texts that the editor would refuse', () => {
  const { report } = returnMistakes()

  expect(report).toContain('Refused (4):')
  for (const reason of [
    /ContactForm\.receiptBody {2}Contact · .*\n {4}This text lacks “{reference}”, “{hours}”, which English has\. Add it\./,
    /HomeFaq\.items\.fees\.answer .*\n {4}This text lacks “{rates}”, “<contact>”, which English has/,
    /Hero\.secondary .*\n {4}English has changed since the export, from “See the old product” to “See the product”\./,
    /Hero\.titel .*\n {4}The site has no text with this key\./,
  ])
    expect(report).toMatch(reason)
})

it('an import writes correct texts even if others in the file have mistakes', () => {
  const { report, isComplete } = returnMistakes()

  expect(report).toContain('Written: 1 of 5 texts.')
  expect(report).toContain('Empty: 1')
  expect(isComplete).toBe(false)
  expect(textOf(title)).toBe('Commencez par une conversation')
  expect(textOf('ContactForm.receiptBody')).toBe(
    valueAt(french, 'ContactForm.receiptBody'),
  )
})

it('a second export writes the same files again', () => {
  setText('en', title, 'Begin with a conversation')
  const files = ['translations/fr.csv', 'translations/fr.xlf']
  exportTexts('fr')
  const first = files.map(read)

  exportTexts('fr')

  expect(files.map(read)).toEqual(first)
})

it('an import counts the untranslated texts that the file lacks', () => {
  setText('en', title, 'Begin with a conversation')
  setText('en', 'Hero.secondary', 'See the product')
  const row = ['Hero.secondary', 'See the product', 'Voir le produit']

  const { report, isComplete } = returned('fr.csv', csvOf([row]))

  expect(report).toContain(
    `Still untranslated, but not in this file: 1, such as ${title}`,
  )
  expect(isComplete).toBe(true)
})

it('an import lists stale translations that were returned unchanged', () => {
  setText('en', title, 'Begin with a conversation')
  exportTexts('fr')

  const { report } = importTexts('translations/fr.xlf')

  expect(report).toMatch(/^Written: 0 of 1 texts/)
  expect(report).toContain(`npm run copy -- accept KEY (1):\n  ${title}  `)
})

it.each(['csv', 'xlf'])(
  'an import of an untouched %s file keeps a newer translation',
  (format) => {
    setText('en', title, 'Begin with a conversation')
    exportTexts('fr')
    setText('fr', title, 'Tout commence par une conversation')

    const { report } = importTexts(`translations/fr.${format}`)

    expect(report).toMatch(/^Written: 0 of 1 texts/)
    expect(textOf(title)).toBe('Tout commence par une conversation')
  },
)

it('an import reads XLIFF whose notes a program has removed', () => {
  setText('en', title, 'Begin with a conversation')
  exportTexts('fr')
  const file = read('translations/fr.xlf')
    .replace(/<notes>[\s\S]*<\/notes>/, '')
    .replace(/(<target>).*(?=<)/, '$1Commencez par une conversation')

  const { report } = returned('fr.xlf', file)

  expect(report).toMatch(/^Written: 1 of 1 texts/)
})

it.each(['csv', 'xlf'])(
  'an import refuses a %s that is older than the translation here',
  (format) => {
    setText('en', title, 'Begin with a conversation')
    exportTexts('fr')
    const [first = '', second = ''] = ['Le début', 'Commencez par un échange']
    const file = read(`translations/fr.${format}`)
      .replace(/(<target>).*(?=<)/, `$1${first}`)
      .replace(/;[^;]*(?=\r\n$)/, `;${first}`)
    returned(`back.${format}`, file)
    const imported = textOf(title)
    setText('fr', title, second)

    const { report, isComplete } = importTexts(`translations/back.${format}`)

    expect(imported).toBe(first)
    expect(report).toContain(
      `${title}  Home · call to action headline\n    It was translated here after the export, as “${second}”.`,
    )
    expect(isComplete).toBe(false)
    expect(textOf(title)).toBe(second)
  },
)

/** Returns a file whose only text is translated as some XML. */
function returnXml(target: string) {
  setText('en', title, 'Begin with a conversation')
  exportTexts('fr')
  const file = read('translations/fr.xlf')
  return returned(
    'back.xlf',
    file.replace(/<target>.*<\/target>/, `<target>${target}</target>`),
  )
}

it.each([
  '<mrk id="m1" type="comment">Ne commencez pas</mrk> <mrk id="m2">ainsi</mrk>',
  '<sm id="1"/>Ne commencez pas<em startRef="1"/> ainsi',
  'Ne <!-- check this --><![CDATA[commencez]]> pas ainsi',
])('an import reads every word of %s', (target) => {
  const { isComplete } = returnXml(target)

  expect(isComplete).toBe(true)
  expect(textOf(title)).toBe('Ne commencez pas ainsi')
})

it.each(['b', 'pc', 'ph'])(
  'an import refuses a text with the element %s',
  (name) => {
    const before = textOf(title)

    const { report } = returnXml(
      `Commencez <${name} id="1">par</${name}> parler`,
    )

    expect(report).toContain(
      `${title}  Home · call to action headline\n    It contains the XML element <${name}>.`,
    )
    expect(textOf(title)).toBe(before)
  },
)

it('an import refuses a text that is split into segments', () => {
  const before = textOf(title)
  const next = '</target></segment><segment><source/><target>'

  const { report } = returnXml(`Commencez${next} par une conversation`)

  expect(report).toContain('It is split into several segments. Join them')
  expect(textOf(title)).toBe(before)
})

it('an import ignores what a translation program suggests in XLIFF', () => {
  const match =
    '<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#1"><source>Begin</source><target>Autre</target></mtc:match></mtc:matches>'
  setText('en', title, 'Begin with a conversation')
  exportTexts('fr')
  const file = read('translations/fr.xlf')
    .replace(/(<target>).*(?=<)/, '$1Commencez par une conversation')
    .replace('<notes>', `${match}<notes>`)

  const { isComplete } = returned('fr.xlf', file)

  expect(isComplete).toBe(true)
  expect(textOf(title)).toBe('Commencez par une conversation')
})

it('an import reads XLIFF whose elements have a prefix', () => {
  setText('en', title, 'Begin with a conversation')
  exportTexts('fr')
  const file = read('translations/fr.xlf')
    .replace(/(<target>).*(?=<)/, '$1Commencez par une conversation')
    .replace(/(<\/?)(?=\w)/g, '$1x:')
    .replace('xmlns=', 'xmlns:x=')

  const { isComplete } = returned('fr.xlf', file)

  expect(isComplete).toBe(true)
  expect(textOf(title)).toBe('Commencez par une conversation')
})

it('an import of XLIFF on a single line refuses only the broken text', () => {
  setText('en', title, 'Begin with a conversation')
  setText('en', 'Hero.second', 'See the product')
  exportTexts('fr')
  const file = read('translations/fr.xlf')
    .replace(/(<target>).*(?=<)/g, '$1Commencez')
    .replace(/<\/target>(?![\s\S]*<\/target>)/, '</targt>')
    .replaceAll('\n', '')

  const { report } = returned('fr.xlf', file)

  expect(report).toMatch(/^Written: 1 of 2 texts/)
})

it('an import refuses only the texts whose XLIFF is broken', () => {
  setText('en', title, 'Begin with a conversation')
  setText('en', 'Hero.second', 'See the product')
  exportTexts('fr')
  const file = read('translations/fr.xlf')
    .replace(/(<target>).*(?=<)/g, '$1Commencez')
    .replace('</target>', '</targt>')
  const [before = ''] = file.split('</targt>')
  const line = before.split('\n').length

  const { report } = returned('fr.xlf', file)

  expect(report).toMatch(/^Written: 1 of 2 texts/)
  expect(report).toContain(
    `Hero.second  Home · second button\n    This is not valid XML, near line ${line}: Opening and ending tag mismatch`,
  )
  expect(textOf(title)).toBe('Commencez')
})

it('an import writes the translation of a brand’s own text to the brand', () => {
  const own = `${brand}/messages/fr.json`
  write(own, '{ "Hero": { "title": "Le métal dans vos registres" } }\n')

  exportTexts('fr')
  const file = read('translations/fr.csv').replace(
    'A young firm in an old market.;',
    '$&Une jeune maison sur un marché ancien.',
  )
  const { isComplete } = returned('fr.csv', file)

  expect(isComplete).toBe(true)
  expect(JSON.parse(read(own)).WhyUs.intro).toBe(
    'Une jeune maison sur un marché ancien.',
  )
  expect(git('diff', '--name-only')).toBe(own)
})

it.each([
  ['there.csv', undefined, /There is no file .*there\.csv/],
  [
    'a.csv',
    Buffer.from('key;en;fr\nHero.title;Gold;M\xe9tal', 'latin1'),
    /is not UTF-8.*“CSV UTF-8”/,
  ],
  [
    'b.csv',
    'key;en\nHero.title;Gold',
    /must contain the column names “key”, “en” and the code/,
  ],
  ['c.csv', 'key;en;fr\nHero.title;"Gold;Or', /This is not CSV/],
  [
    'broken.xlf',
    '<xliff version="2.0"><file></xliff>',
    /not valid XML, near line 1: Opening and ending tag mismatch/,
  ],
  ['d.xlf', '<xliff version="1.2"><file/></xliff>', /This is not XLIFF 2\.0/],
  [
    'e.xlf',
    '<xliff version="2.0" srcLang="en" trgLang="sv"><file id="messages"/></xliff>',
    /“sv” is not a language that the site/,
  ],
])('an import says why it cannot read %s', (name, content, why) => {
  const read = () =>
    content === undefined ? importTexts(name) : returned(name, content)

  expect(read).toThrow(why)
})

it.each(['en', 'sv'])(
  'an export to %s, which is not a translation, is refused',
  (code) => {
    expect(() => exportTexts(code)).toThrow(`“${code}” is not a language`)
  },
)
