import { DOMParser, type Element } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'
import { exportTexts } from '@/scripts/copy/exchange/export'
import { pluralForms, withPluralForms } from '@/scripts/copy/exchange/plurals'
import { readExchange } from '@/scripts/copy/exchange/read-file'
import { readXliff } from '@/scripts/copy/exchange/xliff/read'
import { writeXliff } from '@/scripts/copy/exchange/xliff/write'
import { readSources } from '@/scripts/edit/catalogs'
import { changeUnit } from '../support/exchange'

const exchange = exportTexts(readSources().files, 'fr', true)
const xliff = writeXliff(exchange)
const root = new DOMParser().parseFromString(xliff, 'text/xml')
const units = new Map([...root.getElementsByTagName('unit')].map((unit) => [unit.getAttribute('id'), unit]))

function unitOf(key: string): Element {
  const unit = units.get(key)
  if (!unit) throw new Error(`${key} is not in the file.`)
  return unit
}

function all(unit: Element, ...names: string[]): Element[] {
  return names.flatMap((name) => [...unit.getElementsByTagName(name)])
}

function notesOf(key: string): string[][] {
  return all(unitOf(key), 'note').map((note) => [note.getAttribute('category') ?? '', note.textContent ?? ''])
}

describe('the file for translation programs', () => {
  it('has the rules of XLIFF 2 for the ids and the data of codes', () => {
    expect(units.size).toBe(exchange.entries.length)
    for (const unit of units.values()) {
      const [source, target] = [all(unit, 'source')[0], all(unit, 'target')[0]]
      if (!source) throw new Error('A unit without a source.')
      const idsIn = (element?: Element) =>
        element ? all(element, 'ph', 'pc').map((code) => code.getAttribute('id')) : []
      const [inSource, inTarget] = [idsIn(source), idsIn(target)]
      expect(new Set(inSource).size, unit.getAttribute('id') ?? '').toBe(inSource.length)
      expect(new Set(inTarget).size).toBe(inTarget.length)
      const data = all(unit, 'data').map((each) => each.getAttribute('id'))
      for (const code of all(unit, 'ph', 'pc')) {
        for (const name of ['dataRef', 'dataRefStart', 'dataRefEnd']) {
          const reference = code.getAttribute(name)
          if (reference) expect(data).toContain(reference)
        }
        const keepsOrder = /no/i.test(code.getAttribute('canReorder') ?? '')
        if (keepsOrder) expect([code.getAttribute('canCopy'), code.getAttribute('canDelete')]).toEqual(['no', 'no'])
      }
    }
  })

  it.each([
    ['HomeFaq.items.fees.answer', 'pc'],
    ['Footer.description', 'ph'],
    ['AcknowledgementMail.body', 'ph'],
  ])('protects the codes of %s, which the translation shares with the source', (key, name) => {
    const [source, target] = ['source', 'target'].map((part) => all(unitOf(key), part)[0])
    if (!source || !target) throw new Error(`${key} has no translation.`)
    const codes = (element: Element) => all(element, name).map((code) => code.getAttribute('id'))
    expect(codes(source).length).toBeGreaterThan(0)
    expect(codes(target).sort()).toEqual(codes(source).sort())
    expect(source.textContent).not.toMatch(/[{}<>\n#]/)
  })

  it('tells the page, the limits and the terms of a text', () => {
    const notes = notesOf('Metadata.home.description')
    expect(notes).toContainEqual(['page', '/fr'])
    expect(notes).toContainEqual(['limit', expect.stringContaining('50 to 160 characters')])
    expect(notes).toContainEqual(['glossary', 'token: “jeton”'])
    expect(unitOf('Metadata.home.description').getAttribute('slr:sizeRestriction')).toBe('50,160')
    const general = all(root.getElementsByTagName('notes')[0] as Element, 'note').map((note) => note.textContent)
    expect(general.join()).toContain('International French')
  })

  it('tells which texts are translated', () => {
    const entries = exchange.entries.slice(0, 3).map((entry, at) => {
      if (at === 0) return { ...entry, current: '', state: 'untranslated' as const }
      return at === 1 ? { ...entry, state: 'stale' as const } : entry
    })
    const file = writeXliff({ ...exchange, entries })
    expect(file.match(/<segment [^>]*>/g)).toEqual([
      '<segment state="initial">',
      '<segment state="initial" subState="copy:stale">',
      '<segment state="final">',
    ])
    expect(file.match(/<target>/g)).toHaveLength(2)
    expect(file).toContain('English has changed since this was translated.')
  })
})

describe('plurals of languages with more forms than English', () => {
  it.each([
    ['fr', ['one', 'other']],
    ['es', ['one', 'other']],
    ['pl', ['few', 'many', 'one', 'other']],
    ['ja', ['other']],
  ])('%s has %j', (locale, forms) => {
    expect(pluralForms(locale).sort()).toEqual(forms)
  })

  it('are given with the words of the last one, to be translated', () => {
    const english = '{count, plural, one {# report} other {# reports}}'
    expect(withPluralForms(english, 'fr')).toBe(english)
    expect(withPluralForms(english, 'pl')).toBe(
      '{count, plural, one {# report} few {# reports} many {# reports} other {# reports}}',
    )
    expect(withPluralForms('{a, select, none {} other {{n, plural, other {# of {a}}}}}', 'de')).toBe(
      '{a, select, none {} other {{n, plural, one {# of {a}} other {# of {a}}}}}',
    )
  })
})

const key = 'HomeFaq.items.fees.answer'
const source = '<source>Fees: <pc id="1" dataRefStart="d1" dataRefEnd="d2">ask {x}</pc>.</source>'

/** A file of a translation program, with these segments in the one unit. */
function file(segments: string, { version = '2.1', srcLang = 'en', trgLang = 'fr' } = {}): string {
  return `<?xml version="1.0"?><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="${version}" srcLang="${srcLang}" trgLang="${trgLang}"><file id="f"><group id="g"><unit id="${key}"><originalData><data id="d1">&lt;contact&gt;</data><data id="d2">&lt;/contact&gt;</data></originalData>${segments}</unit></group></file></xliff>`
}

const textIn = (segments: string) => readXliff(file(segments)).texts[0]

describe('what translation programs make of a text', () => {
  it.each([
    [
      'sentences of their own',
      '<segment><source>A. </source><target>Un. </target></segment><ignorable><source> </source></ignorable><segment><source>B.</source><target>Deux.</target></segment>',
      'Un.  Deux.',
    ],
    [
      'sentences in another order',
      '<segment><source>A. </source><target order="2">Un.</target></segment><segment><source>B.</source><target order="1">Deux. </target></segment>',
      'Deux. Un.',
    ],
    [
      'a link taken apart',
      `<segment>${source}<target>Frais : <sc id="1" dataRef="d1"/>ici<ec startRef="1" dataRef="d2"/>.</target></segment>`,
      'Frais : <contact>ici</contact>.',
    ],
    [
      'marks around words',
      `<segment>${source}<target>Frais : <mrk id="m1" type="term"><pc id="1" dataRefStart="d1" dataRefEnd="d2">ici</pc></mrk><sm id="m2"/>.<em startRef="m2"/></target></segment>`,
      'Frais : <contact>ici</contact>.',
    ],
    [
      'codes without their data',
      `<segment>${source}<target>Frais : <pc id="1">ici</pc>.</target></segment>`,
      'Frais : <contact>ici</contact>.',
    ],
    [
      'a copy of a code',
      `<segment>${source}<target><pc id="1">ici</pc> et <pc id="9" copyOf="1">là</pc></target></segment>`,
      '<contact>ici</contact> et <contact>là</contact>',
    ],
    ['CDATA and comments', `<segment>${source}<target><![CDATA[a & b]]><!-- c --> d</target></segment>`, 'a & b d'],
  ])('is read: %s', (_, segments, text) => {
    expect(textIn(segments)).toMatchObject({ key, text, problem: undefined })
  })

  it('is no translation while a sentence lacks one', () => {
    const half = '<segment><source>A.</source><target>Un.</target></segment><segment><source>B.</source></segment>'
    expect(textIn(half)?.text).toBe('')
  })

  it('is named where a code is of nobody knows what', () => {
    const { problem } = textIn(`<segment>${source}<target><ph id="7"/>Frais</target></segment>`) ?? {}
    expect(problem).toContain('“7”')
  })
})

describe('a file that cannot be read is refused in a sentence', () => {
  const good = `<segment>${source}<target>x</target></segment>`
  it.each([
    ['cut off', file(good).slice(0, -20), /broken.*line 1/],
    ['of XLIFF 1.2', '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', /XLIFF 1\.2.*2\.1/],
    ['other XML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /not XLIFF/],
    ['translated from German', file(good, { srcLang: 'de' }), /“de”, not from English/],
    ['translated into Italian', file(good, { trgLang: 'it' }), /“it”, which the site does not have.*Français \(fr\)/],
    ['translated into English', file(good, { trgLang: 'en' }), /English is written on the site/],
    ['translated into nothing', file(good, { trgLang: '' }), /which the site does not have/],
    ['with a DOCTYPE', file(good).replace('<xliff', '<!DOCTYPE xliff [<!ENTITY a "b">]><xliff'), /DOCTYPE/],
    ['with a broken entity', file(good).replace('>x<', '>&nbsp;<'), /broken/],
  ])('%s', (_, content, sentence) => {
    expect(() => readExchange(content)).toThrow(sentence)
  })

  it.each(['2.0', '2.1', '2.2'])('but not one of version %s, or with a country', (version) => {
    expect(readExchange(file(good, { version, trgLang: 'fr-CA' }))).toMatchObject({
      locale: 'fr',
      texts: [{ text: 'x' }],
    })
  })
})

it('a changed unit changes its text alone', () => {
  const changed = changeUnit(xliff, 'Hero.title', (unit) =>
    unit.replace(/<target>.*<\/target>/, '<target>Neuf</target>'),
  )
  const before = new Map(readXliff(xliff).texts.map(({ key, text }) => [key, text]))
  const differing = readXliff(changed).texts.filter(({ key, text }) => before.get(key) !== text)
  expect(differing.map(({ key, text }) => [key, text])).toEqual([['Hero.title', 'Neuf']])
})
