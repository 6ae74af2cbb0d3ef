import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isolateDirection, truncate } from '@/lib/shown-text'
import { tidyCode, tidyEmail, tidyLine, tidyText } from '@/lib/typed-text'

const seed = 44

const pieces = fc.constantFrom(
  ...[
    'a',
    'é',
    'e\u0301',
    'क',
    '्',
    'م',
    '文',
    'ᠠ',
    'ក',
    '1',
    '\u20E3',
    '\u0301',
    'ｶ',
    'ﾞ',
    ' ',
    '\n',
  ],
  ...[
    '😀',
    '❤',
    '\uFE0F',
    '\u200D',
    '\u200C',
    '\u200B',
    '\u180B',
    '\u180E',
    '\u{E0061}',
    '\u{1F3F4}',
    '\u{1F3FB}',
  ],
  ...[
    '\u200F',
    '\u202E',
    '\u2066',
    '\u3164',
    '\u034F',
    '\uD83D',
    '\uDE00',
    '\u0000',
    '\uFFFE',
    '\u2800',
    '\u2028',
  ],
)
const anyText = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((units) => String.fromCharCode(...units)),
)

describe('tidying typed text', () => {
  it.each([
    ['emoji of a family and a profession', '👩‍👩‍👧 👩🏽‍💻'],
    ['flags', '🏴‍☠️ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇨🇦'],
    ['pictograms and keycaps', '❤️ 1️⃣'],
    ['Persian', 'می‌خواهم'],
    ['Hindi and Sinhala', 'क्‍ष ශ්‍රී'],
    ['older Malayalam', 'അവന്‍'],
    ['Thai words', 'สวัสดี\u200Bครับ'],
    ['a variant of a Han character', '葛\u{E0100}城'],
    ['Hebrew and Arabic', 'שלום (CEO) شركة'],
  ])('preserves %s', (_, text) => {
    expect(tidyLine(text)).toBe(text)
    expect(tidyText(text)).toBe(text)
  })

  it.each([
    ['zero-width spaces', '\u200BAda\u2060 \uFEFFQuill\u200B', 'Ada Quill'],
    ['a soft hyphen', 'Ada Qu\u00ADill', 'Ada Quill'],
    [
      'direction overrides and isolates',
      '\u202EAda\u202C \u2068Quill\u2069',
      'Ada Quill',
    ],
    ['joiners in Latin letters', 'A\u200Dda Qu\u200Cill\u200D', 'Ada Quill'],
    [
      'variation selectors without a character',
      '\uFE0FAda Quill\uFE0F',
      'Ada Quill',
    ],
    ['tags', 'Ada\u{E0041}\u{E007F} Quill', 'Ada Quill'],
    ['lone surrogates', 'Ada\uD83D Quill\uDE00', 'Ada Quill'],
    ['characters that Unicode reserves', 'Ada\uFFFE Quill\uFDD0', 'Ada Quill'],
    ['control characters', 'Ada\u0000\u0007Quill', 'Ada Quill'],
    ['direction marks at the ends', '\u200FAda Quill\u200E', 'Ada Quill'],
    ['accents without a letter', 'Ade\u0301 Quill', 'Adé Quill'],
  ])('removes %s from a line', (_, typed, expected) => {
    expect(tidyLine(typed)).toBe(expected)
  })

  it('returns an empty text for invisible characters', () => {
    const invisible = [
      '\u200B',
      '\u00AD',
      '\uFEFF\u2060',
      '\u202E\u202C',
      '\u3164',
      '\u2800 ',
      '\uFE0F',
      '\u{E0041}',
      '\uD800',
    ]

    for (const typed of invisible) {
      expect(tidyLine(typed), JSON.stringify(typed)).toBe('')
      expect(tidyText(typed), JSON.stringify(typed)).toBe('')
    }
  })

  it('preserves line breaks and direction marks inside a text', () => {
    expect(tidyText('a\r\nb\rc\u2028d\u0085e\tf')).toBe('a\nb\nc\nd\ne\tf')
    expect(tidyText('שלום\u200F! a\u200E(b)')).toBe('שלום\u200F! a\u200E(b)')
    expect(tidyLine('a\r\nb\u2028c')).toBe('a b c')
  })

  it.each([
    ['accents in two orders', '\u0300\u0323'],
    [
      'accents between invisible characters',
      `\u0323${'\u0300'.repeat(29)}\u200B`,
    ],
    ['half-width voicing marks', '\uFF9E\u0301'],
  ])('keeps at most 30 marks on a letter: %s', (_, marks) => {
    const typed = `a${marks.repeat(500)}`

    for (const tidy of [tidyLine, tidyText, tidyCode, tidyEmail])
      expect(tidy(typed).length, tidy.name).toBeLessThanOrEqual(31)
  })

  it('converts full-width addresses and numbers to ASCII', () => {
    expect(tidyEmail(' ａｄａ＠ｂａｎｋ。ｅｘａｍｐｌｅ\u00A0')).toBe(
      'ada@bank.example',
    )
    expect(tidyEmail('o’neill@bank｡example')).toBe("o'neill@bank.example")
    expect(tidyCode('＋４９\u00A0３０\u3000９０１８２０')).toBe('+49 30 901820')
  })

  it.each(Object.entries({ tidyLine, tidyText, tidyCode, tidyEmail }))(
    '%s is idempotent and leaves no lone surrogate',
    (_, tidy) => {
      const property = fc.property(anyText, (typed) => {
        const tidied = tidy(typed)
        expect(tidied.isWellFormed()).toBe(true)
        expect(tidy(tidied)).toBe(tidied)
      })

      fc.assert(property, { seed, numRuns: 3000 })
    },
  )
})

describe('cutting a text', () => {
  it('never splits a character of several code points', () => {
    expect(truncate('👩‍👩‍👧👩‍👩‍👧', 10)).toBe('👩‍👩‍👧')
    expect(truncate('ae\u0301', 2)).toBe('a')
    expect(truncate('abc', 3)).toBe('abc')
  })

  it('returns its start within the limit', () => {
    const property = fc.property(anyText, fc.nat(12), (typed, max) => {
      const text = typed.toWellFormed()
      const start = truncate(text, max)
      expect(start.length).toBeLessThanOrEqual(max)
      expect(text.startsWith(start)).toBe(true)
      expect(start.isWellFormed()).toBe(true)
    })

    fc.assert(property, { seed, numRuns: 3000 })
  })
})

it('only right-to-left text is wrapped in direction isolates', () => {
  expect(isolateDirection('שלום')).toBe('\u2068שלום\u2069')
  expect(isolateDirection('Ada شركة')).toBe('\u2068Ada شركة\u2069')
  expect(isolateDirection('Zoë 文字 😀')).toBe('Zoë 文字 😀')
})
