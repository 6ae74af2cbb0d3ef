import { isStructurallySame, parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { mark } from '@/lib/preview/marks'
import { pseudo } from '@/lib/preview/pseudo'
import en from '@/messages/en.json'
import { readCatalog } from '@/scripts/copy/catalog'
import { describeLanguage } from '@/scripts/locale/language.mjs'
import { findSyntaxError } from '@/scripts/preview/catalogs'

const lines = (...texts: string[]) => texts.join('\n')

const errorOf = (source: string) => findSyntaxError('en', 'messages/en.json', source)

describe('a broken catalog', () => {
  it.each([
    ['a comma', lines('{', '  "a": "x"', '  "b": "y"', '}'), 2, 11, 'a comma is missing'],
    ['a colon', lines('{', '  "a" "x"', '}'), 2, 6, 'the colon is missing'],
    ['a closing brace', lines('{', '  "a": { "b": "y" }', ''), 2, 20, 'a } is missing'],
    ['a closing quote', lines('{', '  "a": "x,', '  "b": "y"', '}'), 2, 8, 'does not end on its line'],
  ])('says where %s is missing', (_, source, line, column, sentence) => {
    expect(errorOf(source)).toMatchObject({ line, column, text: source.split('\n')[line - 1] })
    expect(errorOf(source)?.problem).toContain(sentence)
  })

  it.each([
    ['a comma after the last text', lines('{', '  "a": "x",', '}'), 2, 'a comma too many'],
    ['a quote inside a text', lines('{', '  "a": "say "hello" now"', '}'), 2, 'a text ended too early'],
    ['a comment', lines('{', '  "a": "x" // new', '}'), 2, 'A comment stands here'],
    ['a number', lines('{', '  "a": 5', '}'), 2, 'a number, not a text'],
    ['a list', '[]', 1, 'holds no catalog'],
    ['a brace too many', lines('{', '  "a": "x"', '}', '}'), 4, 'more follows'],
    ['braces that do not match inside a text', lines('{', '', '  "a": "{count"', '}'), 3, 'A { has no }'],
    ['a key that stands twice', lines('{', '  "a": "x",', '  "a": "y"', '}'), 3, 'stands twice'],
    ['nothing', '', 1, 'is missing'],
  ])('names the line of %s', (_, source, line, sentence) => {
    expect(errorOf(source)).toMatchObject({ line })
    expect(errorOf(source)?.problem).toContain(sentence)
  })
})

it('finds nothing wrong with a sound catalog, and the line of each text', () => {
  const source = lines('{', '  "Hero": {', '    "title": "{count, plural, one {#} other {#}}"', '  }', '}')
  expect(errorOf(source)).toBeUndefined()
  const { messages } = readCatalog('en', 'messages/en.json', source).catalog
  expect(messages.get('Hero.title')).toMatchObject({ line: 3 })
})

it('makes of every message a longer one in brackets that takes the same arguments and tags', () => {
  const messages = Object.values(en.ContactForm).filter((message) => typeof message === 'string')
  for (const message of [...messages, en.HomeFaq.items.fees.answer, '{n, plural, one {# bar} other {# bars}} left']) {
    const changed = pseudo(message)
    expect(changed).toMatch(/^\[.*\]$/s)
    expect(isStructurallySame(parse(message), parse(changed))).toMatchObject({ success: true })
  }
  expect(pseudo('Contact our institutional team')).toMatch(/^\[Ç.*[áéîöü].*\]$/)
  expect(pseudo('Contact our institutional team').length / 'Contact our institutional team'.length).toBeCloseTo(1.43, 1)
})

it('marks a text by characters that nobody sees', () => {
  expect(mark('fr:Hero.title')).toMatch(/^\p{Default_Ignorable_Code_Point}+$/u)
})

describe('a language to add', () => {
  it.each([
    ['de', { name: 'Deutsch', region: 'DE' }],
    ['pt-BR', { name: 'Português (Brasil)', region: 'BR' }],
    ['ca', { name: 'Català', region: 'ES' }],
  ])('is described by its code alone: %s', (code, row) => {
    expect(describeLanguage(code, ['en'])).toMatchObject({ code, row })
  })

  it.each(['fr', 'FR', 'xx', 'zz-!', 'ar', 'de-u-co-phonebk', 'x-private', ''])(
    'is refused in a sentence: "%s"',
    (code) => {
      const { problem } = describeLanguage(code, ['en', 'fr'])
      expect(problem).toMatch(/^[^\n]+\.$/)
    },
  )
})
