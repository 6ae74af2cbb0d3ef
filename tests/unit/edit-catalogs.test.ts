import { describe, expect, it } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { readCatalogs, readFiles } from '@/scripts/copy/check'
import type { Sources } from '@/scripts/copy/sources'
import { applyChanges, readSources } from '@/scripts/edit/catalogs'
import type { Change } from '@/scripts/edit/types'
import { set } from '../support/edit'

const { files } = readSources()
const english = 'messages/en.json'

const faq = (question: string) => ({ question, answer: 'Please ask us.' })
const added: Change = {
  type: 'add',
  list: 'HomeFaq.items',
  name: 'auditorVisits',
  after: 'vaults',
  texts: { en: faq('May we visit?'), fr: faq('Pouvons-nous visiter ?'), es: faq('¿Podemos visitar?') },
}

const lines = (source = '') => source.split('\n')
const namesOf = (source = '{}', list = 'HomeFaq.items') => Object.keys(textAt(source, list) as object)

function textAt(source = '{}', key: string): unknown {
  return key.split('.').reduce((part, name) => part[name], JSON.parse(source))
}

/** The places of the lines that differ, where none was added or taken out. */
function differing(before = '', after = ''): number[] {
  expect(lines(after).length).toBe(lines(before).length)
  return lines(before).flatMap((line, at) => (line === lines(after)[at] ? [] : [at]))
}

describe('a text', () => {
  it.each([
    'Hero.title',
    'Metadata.home.description',
    'HomeFaq.items.fees.answer',
    'DigestMail.since',
    'Facts.token.unit.text',
  ])('changes on its own line alone, with marks as JSON wants them: %s', (key) => {
    const text = 'Say "so" \\ and\nthen «é»\u202F!'
    const made = applyChanges(files, [set(key, 'fr', text)])
    expect(differing(files['messages/fr.json'], made['messages/fr.json'])).toHaveLength(1)
    expect(textAt(made['messages/fr.json'], key)).toBe(text)
    expect(made[english]).toBe(files[english])
  })

  it('keeps CRLF, tabs and the end of the file as they are', () => {
    const source = '{\r\n\t"Hero": {\r\n\t\t"title" : "A",\r\n\r\n\t\t"body":"B"\r\n\t}\r\n}'
    const own = Object.fromEntries(routing.locales.map((locale) => [`messages/${locale}.json`, source]))
    const made = applyChanges(own, [set('Hero.body', 'es', 'C')])
    expect(made['messages/es.json']).toBe(source.replace('"B"', '"C"'))
  })

  it('loses the invisible marks that are copied from a page, and the line ends of Windows', () => {
    const marked = 'Gold\u{E0065}\u{E006E}\u{E007F}\r\nand silver'
    const made = applyChanges(files, [set('Hero.title', 'en', marked)])
    expect(textAt(made[english], 'Hero.title')).toBe('Gold\nand silver')
  })

  it('comes to its place in a translation that does not have it yet', () => {
    const french = (files['messages/fr.json'] ?? '').replace(/\n {4}"body": "Avec[^\n]*/, '')
    expect(french).not.toBe(files['messages/fr.json'])
    const original = textAt(files['messages/fr.json'], 'Hero.body') as string
    const made = applyChanges({ ...files, 'messages/fr.json': french }, [set('Hero.body', 'fr', original)])
    expect(made['messages/fr.json']).toBe(files['messages/fr.json'])
  })

  it.each([
    ['a key that is gone', set('Hero.tilte', 'en', 'x'), /no text “Hero.tilte”/],
    ['a group', set('Hero', 'en', 'x'), /no text “Hero”/],
    ['a language that is not there', set('Hero.title', 'de', 'x'), /no language “de”/],
    ['a review of a key that is gone', { type: 'accept', key: 'Hero.tilte' } as Change, /no text “Hero.tilte”/],
  ])('is refused in a sentence: %s', (_, change, sentence) => {
    expect(() => applyChanges(files, [change])).toThrow(sentence)
  })
})

describe('an entry of a list', () => {
  const order = namesOf(files[english])

  it.each([
    ['in the middle', 'vaults', 2],
    ['at the start', null, 0],
    ['at the end', order.at(-1) ?? '', order.length],
  ])('is added %s in every language, and nothing else changes', (_, after, at) => {
    const made = applyChanges(files, [{ ...added, after } as Change])
    for (const locale of routing.locales) {
      const file = `messages/${locale}.json`
      expect(namesOf(made[file])).toEqual(order.toSpliced(at, 0, 'auditorVisits'))
      expect(lines(made[file]).length).toBe(lines(files[file]).length + 4)
      // Taken out again, not a byte is left of it.
      const back = applyChanges(made, [{ type: 'remove', list: 'HomeFaq.items', name: 'auditorVisits' }])
      expect(back[file]).toBe(files[file])
    }
  })

  it.each([
    ['up', 'fees', 'eligibility'],
    ['to the start', 'company', null],
    ['down', 'vaults', 'fees'],
    ['to the end', 'eligibility', 'company'],
  ])('moves %s in every language, and back without a trace', (_, name, after) => {
    const list = 'HomeFaq.items'
    const others = order.filter((other) => other !== name)
    const expected = others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, name)
    const made = applyChanges(files, [{ type: 'move', list, name, after }])
    const before = order[order.indexOf(name) - 1] ?? null
    const back = applyChanges(made, [{ type: 'move', list, name, after: before }])
    for (const locale of routing.locales) {
      expect(namesOf(made[`messages/${locale}.json`])).toEqual(expected)
      expect(textAt(made[`messages/${locale}.json`], list)).toEqual(textAt(files[`messages/${locale}.json`], list))
    }
    expect(back).toEqual(files)
  })

  it('is added as the file is written: with tabs and CRLF', () => {
    const windows = Object.fromEntries(
      Object.entries(files).map(([file, source]) => [file, source.replaceAll('  ', '\t').replaceAll('\n', '\r\n')]),
    )
    const made = applyChanges(windows, [added])
    expect(made[english]).toMatch(/\r\n\t\t\t"auditorVisits": \{\r\n\t\t\t\t"question": "May we visit\?",\r\n/)
    expect(made[english]?.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('moves to the same place where a translation has its list in another order', () => {
    const spanish: Sources = applyChanges(files, [
      { type: 'move', list: 'HomeFaq.items', name: 'company', after: null },
    ])
    const mixed = { ...files, 'messages/es.json': spanish['messages/es.json'] ?? '' }
    const made = applyChanges(mixed, [{ type: 'move', list: 'HomeFaq.items', name: 'fees', after: null }])
    expect(namesOf(made[english])[0]).toBe('fees')
    expect(namesOf(made['messages/es.json'])[0]).toBe('fees')
  })

  it('is added in its place where a translation lacks the entry before it', () => {
    const without = applyChanges(files, [{ type: 'remove', list: 'HomeFaq.items', name: 'vaults' }])
    const mixed = { ...files, 'messages/es.json': without['messages/es.json'] ?? '' }
    const made = applyChanges(mixed, [added])
    expect(namesOf(made['messages/es.json']).slice(0, 3)).toEqual(['eligibility', 'auditorVisits', 'attestations'])
    const moved = applyChanges(made, [{ type: 'move', list: 'HomeFaq.items', name: 'vaults', after: null }])
    expect(moved['messages/es.json']).toBe(made['messages/es.json'])
  })

  const cases: [string, Change, RegExp][] = [
    ['a name with a space', { ...added, name: 'our visits' }, /^A name begins/],
    ['a name with a dot', { ...added, name: 'a.b' }, /^A name begins/],
    ['a name that pages cannot keep in order', { ...added, name: '7days' }, /^A name begins/],
    ['a name of JavaScript', { ...added, name: '__proto__' }, /^A name begins/],
    ['no name', { ...added, name: '' }, /^A name begins/],
    ['a name that is taken', { ...added, name: 'fees' }, /already an entry “fees”/],
    ['a place after what is gone', { ...added, after: 'nothing' }, /no entry “nothing”/],
    ['a group that is no list', { ...added, list: 'Hero' }, /is no list/],
    ['a language that is missing', { ...added, texts: { en: faq('x'), fr: faq('y') } }, /every language.*Español/],
    [
      'a field too many',
      { ...added, texts: { ...added.texts, es: { ...faq('x'), note: 'y' } } },
      /question and answer/,
    ],
    ['a move of what is gone', { type: 'move', list: 'HomeFaq.items', name: 'none', after: null }, /no entry “none”/],
    ['what other pages show', { type: 'remove', list: 'ProductFaq.items', name: 'oneToken' }, /in other places too/],
    ['what is gone already', { type: 'remove', list: 'HomeFaq.items', name: 'none' }, /no entry “none”/],
  ]

  it.each(cases)('is refused in a sentence: %s', (_, change, sentence) => {
    expect(() => applyChanges(files, [change])).toThrow(sentence)
  })

  it('is not deleted when it is the last one', () => {
    const names = namesOf(files[english], 'Steps.cards')
    const remove = (name: string): Change => ({ type: 'remove', list: 'Steps.cards', name })
    expect(() => applyChanges(files, names.map(remove))).toThrow(/last entry/)
    expect(namesOf(applyChanges(files, names.slice(1).map(remove))[english], 'Steps.cards')).toEqual([names[0]])
  })
})

it('writes a whole language at once, as an import does, and every text on its line', () => {
  const { catalogs } = readCatalogs(readFiles())
  const spanish = catalogs.find(({ locale }) => locale === 'es')?.messages ?? new Map()
  const changes = [...spanish.values()].map(({ key, text }) => set(key, 'es', `“${text}”\n`))
  const made = applyChanges(files, changes)
  const changed = readCatalogs({ ...readFiles(), es: made['messages/es.json'] ?? '' }).catalogs[2]
  expect(changed?.messages).toEqual(
    new Map([...spanish].map(([key, message]) => [key, { ...message, text: `“${message.text}”\n` }])),
  )
  expect(
    applyChanges(
      made,
      [...spanish.values()].map(({ key, text }) => set(key, 'es', text)),
    ),
  ).toEqual(files)
})

it('takes the last of several texts for one place', () => {
  const made = applyChanges(files, [set('Hero.title', 'en', 'First'), set('Hero.title', 'en', 'Second')])
  expect(textAt(made[english], 'Hero.title')).toBe('Second')
})

it('makes changes one after the other', () => {
  const made = applyChanges(files, [added, set('HomeFaq.items.auditorVisits.question', 'en', 'May auditors visit?')])
  expect(textAt(made[english], 'HomeFaq.items.auditorVisits.question')).toBe('May auditors visit?')
})
