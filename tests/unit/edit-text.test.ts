import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '@/scripts/copy/types'
import { readSources } from '@/scripts/edit/catalogs'
import type { Change } from '@/scripts/edit/types'
import { read, reset, set, startEditor, workInCopy, write } from '../support/edit'

workInCopy()
const { get, post, save } = await startEditor()

beforeEach(reset)

const text = (key: string) => get(`/_edit/text?key=${key}`).then(({ body }) => body)

async function check(...changes: Change[]) {
  const { status, body } = await post('/_edit/check', { changes, versions: readSources().versions })
  expect(status).toBe(200)
  const { findings, corrected } = body as { findings: Finding[]; corrected: Change[] }
  return { found: findings.map(({ rule, locale, key }) => `${rule} ${locale} ${key}`), corrected }
}

async function search(body: object) {
  const answer = await post('/_edit/search', body)
  return (
    answer.body as { matches: { key: string; locale: string; before: string; after: string; ranges: number[][] }[] }
  ).matches
}

describe('a text', () => {
  it('comes with its languages, where they stand, and where it is shown', async () => {
    const line =
      read('messages/fr.json')
        .split('\n')
        .findIndex((each) => each.includes('Voir {product}')) + 1
    expect(await text('Hero.second')).toMatchObject({
      locales: {
        en: { file: 'messages/en.json', review: 'current', ofBrand: false },
        fr: { text: 'Voir {product}', committed: 'Voir {product}', file: 'messages/fr.json', line, review: 'current' },
        es: { file: 'messages/es.json' },
      },
      places: [{ paths: { en: '/', fr: '/fr', es: '/es' } }],
      budgets: [{ what: 'A button', max: 28, level: 'error', why: 'It stands on one line of a phone.' }],
      tags: [],
      findings: { en: [], fr: [], es: [] },
      versions: readSources().versions,
    })
  })

  it('says what has changed since the last commit, and which translation has not', async () => {
    const before = (await text('Hero.title')) as { locales?: object }
    await save([set('Hero.title', 'en', 'Gold in a vault'), set('Hero.title', 'es', 'Oro en bóveda')])
    const committed = Object.values(before.locales ?? {}).map((each: { text: string }) => each.text)
    expect(await text('Hero.title')).toMatchObject({
      locales: {
        en: { text: 'Gold in a vault', committed: committed[0] },
        fr: { review: 'stale', committed: committed[1] },
        es: { review: 'current', committed: committed[2] },
      },
      findings: { fr: [{ rule: 'stale' }], es: [] },
    })
  })

  it('names its arguments, the facts of the brand, its tags and the terms of the glossary', async () => {
    expect(await text('ContactForm.receiptBody')).toMatchObject({
      arguments: [{ name: 'reference', sample: 'reference' }],
    })
    expect(await text('Metadata.attestationsYear.title')).toMatchObject({
      arguments: [{ name: 'year' }, { name: 'page', sample: '2' }],
    })
    expect(await text('HomeFaq.items.fees.answer')).toMatchObject({
      tags: ['contact', 'product', 'attestations', 'shop'],
      brandFacts: expect.arrayContaining([{ name: 'brand', sample: 'Halcrest' }]),
    })
    expect(await text('Showcase.points.unit.text')).toMatchObject({
      glossary: { en: [], fr: expect.arrayContaining([{ say: '“once troy”', english: 'troy ounce' }]) },
      varieties: { fr: expect.stringMatching(/^International French/) },
    })
  })

  it('of a list names its entries and fields, and why one cannot be deleted', async () => {
    const { list: steps } = (await text('Steps.cards.trade.body')) as { list?: object }
    expect(steps).toEqual({
      list: 'Steps.cards',
      name: 'trade',
      names: ['onboard', 'trade', 'hold', 'verify'],
      fields: ['title', 'body'],
      kept: null,
    })
    expect(await text('KeyFeatures.cards.settlement.title')).toMatchObject({
      list: { kept: expect.stringMatching(/other places/) },
    })
    expect(await text('Facts.token.unit.text')).toMatchObject({ list: { list: 'Facts.token', name: 'unit' } })
    expect(await text('Hero.title')).not.toHaveProperty('list')
  })

  it('that no page shows names where it goes', async () => {
    expect(await text('DigestMail.since')).toMatchObject({ places: [{ name: 'e-mails' }] })
  })
})

describe('what is being typed', () => {
  it('is checked in each language, the texts that it touches alone', async () => {
    expect((await check()).found).toEqual([])
    expect((await check(set('Hero.second', 'fr', 'Tout ce que vous voulez savoir ici'))).found).toEqual([
      'mismatch fr Hero.second',
      'length fr Hero.second',
    ])
    expect((await check(set('Hero.title', 'en', 'Guaranteed gold'))).found).toEqual([
      'stale fr Hero.title',
      'stale es Hero.title',
      'forbidden en Hero.title',
    ])
    expect((await check(set('Hero.title', 'en', 'Gold'), { type: 'accept', key: 'Hero.title' })).found).toEqual([])
    expect((await check(set('Hero.title', 'es', 'Oro {brand'))).found).toContain('icu es Hero.title')
  })

  it('is not told what is wrong elsewhere', async () => {
    write('messages/fr.json', read('messages/fr.json').replace(/\n {4}"home": "Accueil",/, ''))
    expect((await check(set('Hero.second', 'fr', 'Voir {product}'))).found).toEqual([])
    expect(await text('Navigation.home')).toMatchObject({ findings: { en: [], fr: [{ rule: 'missing' }] } })
  })

  it('is checked when it is a whole entry', async () => {
    const entry = (question: string) => ({ question, answer: 'a' })
    const texts = { en: entry('May we visit?'), fr: entry('May we visit?'), es: entry('¿Podemos visitar') }
    const { found } = await check({ type: 'add', list: 'HomeFaq.items', name: 'visits', after: null, texts })
    expect(found).toContain('untranslated fr HomeFaq.items.visits.question')
    expect(found).toContain('typography es HomeFaq.items.visits.question')
    expect(found.every((line) => line.includes('HomeFaq.items.visits.'))).toBe(true)
  })

  it('comes back with the marks of its language, where they were others', async () => {
    const { corrected } = await check(
      set('Hero.title', 'fr', 'L\'or: "sûr"?'),
      set('Hero.title', 'es', '¿Oro?'),
      set('Hero.title', 'en', 'The "gold"'),
    )
    expect(corrected).toEqual([
      set('Hero.title', 'fr', 'L’or\u202F: «\u202Fsûr\u202F»\u202F?'),
      set('Hero.title', 'en', 'The “gold”'),
    ])
    const entry = { question: 'Quoi?', answer: 'Rien' }
    const add: Change = {
      type: 'add',
      list: 'HomeFaq.items',
      name: 'visits',
      after: null,
      texts: { fr: entry, en: entry, es: entry },
    }
    expect((await check(add)).corrected).toMatchObject([
      { type: 'add', texts: { fr: { question: 'Quoi\u202F?' }, en: entry } },
    ])
  })
})

describe('search', () => {
  it('finds words in every language, or in one, and shows where', async () => {
    const matches = await search({ find: 'once troy' })
    expect(new Set(matches.map(({ locale }) => locale))).toEqual(new Set(['fr']))
    for (const { before, after, ranges } of matches) {
      expect(after).toBe(before)
      for (const [from, to] of ranges) expect(before.slice(from, to).toLowerCase()).toBe('once troy')
    }
    expect(await search({ find: 'once troy', locale: 'en' })).toEqual([])
    expect(await search({ find: '' })).toEqual([])
  })

  it('replaces words, and nothing inside of braces or tags', async () => {
    const matches = await search({ find: 'contact', replace: 'CALL', locale: 'en' })
    const fees = matches.find(({ key }) => key === 'HomeFaq.items.fees.answer')
    expect(fees?.after).toContain('Please <contact>CALL our sales team</contact>')
    const twice = await search({ find: 'metal', replace: 'gold or silver', locale: 'en' })
    for (const { before, after } of twice) expect(after).toBe(before.replace(/metal/gi, 'gold or silver'))
    expect(twice.some(({ ranges }) => ranges.length > 1)).toBe(true)
    const years = await search({ find: 'other', replace: 'X', locale: 'en' })
    expect(years.some(({ after }) => /, X \{/.test(after))).toBe(false)
    expect(await search({ find: 'brand', locale: 'en', matchCase: true, wholeWord: true })).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ key: 'Metadata.home.title' })]),
    )
    for (const { key, locale, after } of matches)
      expect((await check(set(key, locale, after))).found).not.toContain(`icu ${locale} ${key}`)
  })

  it('takes plain spaces and apostrophes for those that nobody can type', async () => {
    const eligibility = await search({ find: 'devenir client ?', locale: 'fr', wholeWord: true })
    expect(eligibility.map(({ key }) => key)).toContain('HomeFaq.items.eligibility.question')
    const apostrophes = await search({ find: "l'or", locale: 'fr' })
    expect(apostrophes.length).toBeGreaterThan(5)
  })

  it.each([
    [{ find: 'GOLD', matchCase: true }, 0],
    [{ find: 'gol', wholeWord: true }, 0],
    [{ find: 'or', wholeWord: true, matchCase: true, locale: 'es' }, 0],
    [{ find: '.*' }, 0],
    [{ find: '(' }, 1],
    [{ find: '24/7/365' }, 1],
  ])('takes %j as it is written', async (body, atLeast) => {
    const matches = await search(body)
    expect(atLeast === 0 ? matches : matches.length > 0).toEqual(atLeast === 0 ? [] : true)
  })
})
