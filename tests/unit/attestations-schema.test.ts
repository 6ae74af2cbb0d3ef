import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageRatio } from '@/lib/attestations/coverage'
import {
  canonicalDecimal,
  decimalPattern,
  kilogramsOf,
} from '@/lib/attestations/decimal'
import {
  addMonths,
  currentDay,
  currentMonth,
  daysBetween,
  monthPattern,
  monthsThrough,
} from '@/lib/attestations/month'
import { reportSchema } from '@/lib/attestations/report-changes'
import { reportSchemaSince } from '@/lib/attestations/schema'
import { validReport } from '../support/attestations'

/** Returns the error code per field, and expects at most one for each. */
function codes(input: unknown, founded = '1977'): Record<string, string> {
  const issues = reportSchemaSince(founded).safeParse(input).error?.issues ?? []
  const found = Object.fromEntries(
    issues.map(({ path, message }) => [path.join('.'), message]),
  )
  expect(issues).toHaveLength(Object.keys(found).length)
  return found
}

describe('a new report', () => {
  it('needs only the required fields', () => {
    const { title, report_date, file_url } = validReport
    const blank = {
      description: '',
      sha256: null,
      gold_ounces: '  ',
      as_of: '',
    }

    const parsed = reportSchema.parse({
      title,
      report_date,
      file_url,
      ...blank,
    })

    expect(parsed).toMatchObject({
      description: null,
      sha256: null,
      gold_ounces: null,
      as_of: null,
      firm: null,
    })
  })

  it('is normalized', () => {
    const parsed = reportSchema.parse({
      ...validReport,
      title: ' A\u0000\r\nB ',
      sha256: ` ${'AB'.repeat(32)}\n`,
      gold_ounces: '0041250.5000',
    })

    expect(parsed).toMatchObject({
      title: 'A B',
      sha256: 'ab'.repeat(32),
      gold_ounces: '41250.5',
    })
  })

  it('may name one of the site’s languages or none', () => {
    const languageOf = (report_language?: string) =>
      reportSchema.safeParse({ ...validReport, report_language }).data
        ?.report_language

    expect(languageOf('fr')).toBe('fr')
    expect(languageOf('')).toBeNull()
    expect(languageOf('xx')).toBeUndefined()
  })

  it('loses characters that feeds and pages must not contain', () => {
    const title = 'A\uFDD0B\u{1FFFE}\uFFFFC'

    const parsed = reportSchema.parse({ ...validReport, title })

    expect(parsed.title).toBe('ABC')
  })

  it('requires a title, a month, and a file', () => {
    expect(codes({})).toEqual({
      title: 'required',
      report_date: 'required',
      file_url: 'required',
    })
    expect(codes({ title: ' ', report_date: '', file_url: '' })).toEqual(
      codes({}),
    )
  })

  it('may have any month from the founding year to the current month', () => {
    for (const report_date of ['1977-01', currentMonth()])
      expect(codes({ ...validReport, report_date }).report_date).toBeUndefined()
  })

  it.each<[string, string[]]>([
    [
      'invalid_month',
      ['2025-13', '2025-00', '2025-1', '2025-01-01', '0001-01', 'January 2025'],
    ],
    ['before_founding', ['1900-01', '1976-12']],
    ['future_month', [addMonths(currentMonth(), 1)]],
  ])('is refused as %s for each of the months %j', (code, months) => {
    for (const report_date of months)
      expect(codes({ ...validReport, report_date }).report_date).toBe(code)
  })

  const codeOf = (file_url: string) =>
    codes({ ...validReport, file_url }).file_url

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
  ])('refuses the script %j as file address', (script) => {
    expect(codeOf(script)).toBe('invalid_url')
  })

  it.each([
    'file:///etc/passwd',
    'ftp://files.example/x.pdf',
    'x:https://files.example/x.pdf',
  ])('refuses a file address without HTTP: %j', (address) => {
    expect(codeOf(address)).toBe('invalid_url')
  })

  it.each([
    '//files.example/x.pdf',
    '/x.pdf',
    'https:x.pdf',
    'https://',
    'not an address',
  ])('refuses the incomplete file address %j', (address) => {
    expect(codeOf(address)).toBe('invalid_url')
  })

  it.each([
    'https://a{b}.example/x.pdf',
    'https://a"b.example/x.pdf',
    'https://[1::2::3]/x.pdf',
  ])('refuses a file address with an invalid host: %j', (address) => {
    expect(codeOf(address)).toBe('invalid_url')
  })

  it.each([
    'https://halcrest.example@evil.example/x.pdf',
    'https://:secret@evil.example/x.pdf',
  ])('refuses a file address with a user name or password: %j', (address) => {
    expect(codeOf(address)).toBe('invalid_url')
  })

  it.each([
    'https://files.example/\uFFFE.pdf',
    'https://files.example/\u{1FFFF}.pdf',
    'https://files.example/\uFDD0',
  ])(
    'refuses a file address with a character reserved by Unicode: %j',
    (address) => {
      expect(codeOf(address)).toBe('invalid_url')
    },
  )

  it.each([
    [
      'HTTPS://Files.Example:443/é x.pdf?a=1#b',
      'https://files.example/%C3%A9%20x.pdf?a=1#b',
    ],
    [
      'https://files.example/[1]|2^3`4{5}.pdf?[6]|7^8',
      'https://files.example/%5B1%5D%7C2%5E3%604%7B5%7D.pdf?%5B6%5D%7C7%5E8',
    ],
    [
      'https://files.example/100%.pdf?b=%zz&c=%C3%a9',
      'https://files.example/100%25.pdf?b=%25zz&c=%C3%a9',
    ],
    [
      'https://files.example/a\\b.pdf#c#d[e]',
      'https://files.example/a/b.pdf#c%23d%5Be%5D',
    ],
    ['http://[2001:DB8::1]:8080/x.pdf', 'http://[2001:db8::1]:8080/x.pdf'],
    ['https://exämple.com', 'https://xn--exmple-cua.com/'],
    ['https://files.example/a\nb\tc.pdf ', 'https://files.example/abc.pdf'],
  ])('stores the file address %j as %s', (file_url, stored) => {
    const parsed = reportSchema.parse({ ...validReport, file_url })
    const again = reportSchema.parse(parsed)

    expect(parsed.file_url).toBe(stored)
    expect(again.file_url).toBe(stored)
    expect(URL.canParse(stored)).toBe(true)
  })

  it('has its file address normalized to RFC 3986 idempotently', () => {
    const typed = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((text) => `https://files.example/${text}`)

    fc.assert(
      fc.property(typed, (file_url) => {
        const stored = reportSchema.safeParse({ ...validReport, file_url }).data
          ?.file_url
        fc.pre(stored !== undefined)
        expect(stored).toMatch(
          /^https:\/\/files\.example\/([\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*(#([\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*)?$/i,
        )
        expect(
          reportSchema.parse({ ...validReport, file_url: stored }).file_url,
        ).toBe(stored)
      }),
    )
  })

  it.each([
    {},
    { file_url: 'http://files.example/x.pdf' },
    { file_url: 'HTTPS://files.example/é x.pdf?a=1#b' },
    { as_of: currentDay(), report_date: currentMonth() },
    { as_of: '2024-12-31', as_of_confirmed: true },
  ])('is accepted with %o', (fields) =>
    expect(codes({ ...validReport, ...fields })).toEqual({}),
  )

  it.each<[code: string, wrong: Record<string, unknown>[]]>([
    [
      'invalid_sha256',
      [
        { sha256: 'a'.repeat(63) },
        { sha256: 'g'.repeat(64) },
        { sha256: `${'a'.repeat(64)}g` },
      ],
    ],
    [
      'invalid_figure',
      [{ gold_ounces: '1,5' }, { gold_ounces: '-1' }, { gold_ounces: '1e3' }],
    ],
    ['invalid', [{ gold_ounces: 12 }]],
    ['long_figure', [{ gold_ounces: '1'.repeat(23) }]],
    [
      'invalid_day',
      [
        { as_of: '2025-02-29' },
        { as_of: 'today' },
        { as_of: '2025-1-01' },
        { as_of: '12025-01-01' },
      ],
    ],
    ['before_founding', [{ as_of: '1976-12-31' }]],
    ['outside_month', [{ as_of: '2024-12-31' }]],
    [
      'future_day',
      [{ as_of: '2999-01-01' }, { as_of: '2999-01-01', as_of_confirmed: true }],
    ],
    [
      'too_long',
      [
        { title: 'x'.repeat(201) },
        { file_url: 'x'.repeat(2001) },
        { description: 'x'.repeat(2001) },
      ],
    ],
    [
      'required_with_figures',
      [{ gold_tokens: '' }, { silver_ounces: null }, { as_of: '', firm: '' }],
    ],
  ])('is refused as %s: %j', (code, wrong) => {
    for (const fields of wrong) {
      const { as_of_confirmed, ...named } = fields
      const expected = Object.fromEntries(
        Object.keys(named).map((name) => [name, code]),
      )
      expect(codes({ ...validReport, ...fields })).toEqual(expected)
    }
  })

  it('must not have figures for a metal whose tokens the company does not offer', () => {
    const { error } = reportSchemaSince('', ['gold']).safeParse(validReport)

    expect(error?.issues).toMatchObject([
      { path: ['silver_ounces'], message: 'unconfirmed_metal' },
      { path: ['silver_tokens'], message: 'unconfirmed_metal' },
    ])
  })

  it('must not be dated before the given founding year', () => {
    const early = {
      ...validReport,
      report_date: '2024-12',
      as_of: '2024-12-31',
    }

    expect(codes(early, '2025')).toEqual({
      report_date: 'before_founding',
      as_of: 'before_founding',
    })
  })

  it('may be dated on the first day of the given founding year', () => {
    const first = { ...validReport, as_of: '2025-01-01' }

    expect(codes(first, '2025')).toEqual({})
  })
})

it.each([
  ['41250.125', '41250', '1'],
  ['99999.999', '100000', '0.9999'],
  ['1', '3', '0.3333'],
  ['100.02', '100', '1.0002'],
  [
    '999999999999999.999999999999999999',
    '999999999999999.999999999999999999',
    '1',
  ],
  ['0', '5', '0'],
  ['5', '0', null],
])(
  '%s ounces for %s tokens give a coverage of %s, never rounded up',
  (ounces, tokens, ratio) => {
    expect(coverageRatio(ounces, tokens)).toBe(ratio)
  },
)

it('ounces are converted exactly, with 31.1034768 g per ounce', () => {
  expect(['1', '1000', '10000000'].map(kilogramsOf)).toEqual([
    '0.031',
    '31.103',
    '311034.768',
  ])
})

it.each(['1', '0.5', '007'])('%s is a figure', (text) => {
  expect(decimalPattern.test(text)).toBe(true)
})

it.each(['', '.5', '1.', '1e5', '+1', '１', '1 000', 'NaN'])(
  '%j is no figure',
  (text) => {
    expect(decimalPattern.test(text)).toBe(false)
  },
)

it('a figure of zeros is normalized to one zero', () => {
  expect(canonicalDecimal('000')).toBe('0')
})

it('the current month and day are those in UTC', () => {
  expect(currentMonth(new Date('2025-01-31T23:59:59-05:00'))).toBe('2025-02')
  expect(currentDay(new Date('2025-01-01T00:30:00+02:00'))).toBe('2024-12-31')
})

it('months are listed across a year’s end', () => {
  expect(monthsThrough('2024-11', '2025-02')).toEqual([
    '2024-11',
    '2024-12',
    '2025-01',
    '2025-02',
  ])
})

it('no months are listed if the first is after the last', () => {
  expect(monthsThrough('2025-02', '2025-01')).toEqual([])
})

it('a leap day is counted', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
})

it.each(['12024-01', '2024-011', '2024-01 '])('%j is no month', (text) => {
  expect(monthPattern.test(text)).toBe(false)
})
