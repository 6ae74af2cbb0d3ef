import { describe, expect, it } from 'vitest'
import { routing } from '@/lib/i18n/routing'
import { readCatalog } from '@/scripts/copy/catalog'
import { readFiles } from '@/scripts/copy/check'
import { findChips, isSound, wholeEdit } from '@/scripts/edit/browser/chips.js'
import { readMessage, writeMessage } from '@/scripts/edit/browser/choices.js'
import { splitWords, wordDiff } from '@/scripts/edit/browser/diff.js'

const files = readFiles()
const texts = routing.locales.flatMap((locale) => {
  const { messages } = readCatalog(locale, locale, files[locale] ?? '').catalog
  return [...messages.values()].map(({ text }) => text)
})

describe('plurals and selects', () => {
  it('are taken apart and put together again without a change, in every text of the catalogs', () => {
    for (const text of texts) {
      const read = readMessage(text)
      expect(read, text).toBeDefined()
      if (!read) continue
      expect(writeMessage(read)).toBe(text)
      expect(isSound(read.text), read.text).toBe(true)
      expect(read.text).not.toMatch(/plural|select,/)
    }
  })

  it('have a text of their own for each case, also inside of each other', () => {
    const read = readMessage("{n, plural, =0 {none} other {# of {n, select, a {x} other {it's}}}} and {n, number}")
    expect(read).toMatchObject({
      text: '{n…} and {n, number}',
      choices: [{ options: [{ selector: '=0', text: 'none' }, { selector: 'other' }] }],
    })
    expect(readMessage(read?.choices[0]?.options[1]?.text ?? '')).toMatchObject({ text: '# of {n…}' })
  })

  it('keep apart two that ask for the same argument', () => {
    const read = readMessage('{n, plural, other {a}} {n, plural, other {b}}')
    expect(read?.text).toBe('{n…} {n… 2}')
    const [, second] = read?.choices ?? []
    if (second?.options[0]) second.options[0].text = 'c$&'
    expect(read && writeMessage(read)).toBe('{n, plural, other {a}} {n, plural, other {c$&}}')
  })

  it.each(['{n, plural, other {a}', 'a } b', '{n'])('are not guessed at where a brace is missing: %s', (text) => {
    expect(readMessage(text)).toBeUndefined()
  })

  it("leave alone what is quoted: '{'", () => {
    expect(readMessage("say '{n, plural' and it''s {n}")?.text).toBe("say '{n, plural' and it''s {n}")
  })
})

describe('an edit', () => {
  it.each([
    ['at the end of an argument', 'By {brand}.', 'By {brand.', 'By .'],
    ['in the middle of two', '{a}{b}', '{a{b}', '{b}'],
    ['of the first half of a tag', 'Ask <contact>us</contact>.', 'Ask contact>us</contact>.', 'Ask us.'],
    ['of the second half of a tag', 'Ask <contact>us</contact>.', 'Ask <contact>us.', 'Ask us.'],
    ['of a word before a tag, by its letters', 'a <b>c</b>', 'a <', 'a '],
    ['with words in place of an argument', 'By {brand}.', 'By us.', 'By us.'],
    ['with an argument pasted', 'By us.', 'By {brand}.', 'By {brand}.'],
    ['beside an argument', '{brand}', '{brand}s', '{brand}s'],
  ])('%s takes chips whole', (_, before, after, whole) => {
    expect(wholeEdit(before, after)?.text).toBe(whole)
  })

  it('is told from what stood there by the caret', () => {
    const before = 'Ask <contact>us</contact>.'
    expect(wholeEdit(before, 'Ask <contact>t>.', false, 'Ask <contact>t'.length)).toEqual({ text: 'Ask t.', caret: 5 })
  })

  it.each([
    ['a single brace', 'By us', 'By { us'],
    ['a tag without its end', 'By us', 'By <contact>us'],
    ['letters inside of an argument', '{brand}', '{brXand}'],
  ])('with %s is not kept', (_, before, after) => {
    expect(wholeEdit(before, after)).toBeUndefined()
  })
})

it('tells # from words in plurals alone', () => {
  expect(findChips('# bars', true)).toHaveLength(1)
  expect(findChips('# bars')).toHaveLength(0)
})

describe('the comparison of two texts', () => {
  it('shows which words came and went', () => {
    expect(wordDiff('Gold for all banks', 'Gold for banks, too')).toEqual([
      { type: 'same', text: 'Gold for ' },
      { type: 'removed', text: 'all ' },
      { type: 'same', text: 'banks' },
      { type: 'added', text: ', too' },
    ])
  })

  it('keeps every letter', () => {
    for (const text of texts) expect(splitWords(text).join('')).toBe(text)
  })
})
