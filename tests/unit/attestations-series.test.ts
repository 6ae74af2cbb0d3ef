import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { toArchive } from '@/lib/attestations/archive'
import { fingerprintOf } from '@/lib/attestations/browser/api'
import {
  axisMarks,
  barPath,
  gapPath,
  linePath,
  scaleAroundZero,
  scaleFromZero,
  yearMarks,
} from '@/lib/attestations/chart'
import { demoReports } from '@/lib/attestations/demo'
import { checkCommands } from '@/lib/attestations/files'
import {
  formatDay,
  formatDecimal,
  formatMonth,
  formatMonths,
  formatShare,
  formatShortMonth,
} from '@/lib/attestations/format'
import { addMonths } from '@/lib/attestations/month'
import { reportSchema } from '@/lib/attestations/publish'
import { countGaps, seriesOf, slotsOf, yearsOf } from '@/lib/attestations/series'
import { storedReport as stored } from '../support/reports'

const now = new Date('2025-07-10T12:00:00Z')

describe('the series', () => {
  it('names the months without a report, by year and newest first', () => {
    const archive = toArchive([stored('c', '2025-02'), stored('b', '2024-12'), stored('a', '2024-11')])
    const years = yearsOf(archive, now).map(({ year, entries }) => [
      year,
      entries.map(({ month, report }) => report?.id ?? `no ${month}`),
    ])
    expect(years).toEqual([
      ['2025', ['no 2025-05', 'no 2025-04', 'no 2025-03', 'c', 'no 2025-01']],
      ['2024', ['b', 'a']],
    ])
  })

  it('runs to the last month whose report is due, or to a newer one that is there', () => {
    expect(slotsOf(['2025-04'], now)).toEqual([{ month: '2025-04' }, { month: '2025-05' }])
    expect(slotsOf(['2025-06'], now)).toEqual([{ month: '2025-06' }])
    expect(slotsOf([], now)).toEqual([])
  })

  it.each([
    ['2025-05', ['2025-05']],
    ['2025-02', ['2025-02', '2025-03', '2025-04', '2025-05']],
    ['2025-01', ['2025-01', '2025-02 to 2025-05']],
    ['1900-01', ['1900-01', '1900-02 to 2025-05']],
  ])('tells more than three missing months in a row as one: none since %s', (month, told) => {
    expect(slotsOf([month], now).map(({ month, until }) => (until ? `${month} to ${until}` : month))).toEqual(told)
  })

  it('is as long as its reports, whatever month they name', () => {
    expect(slotsOf(['9999-12', '1900-01', '1950-06', '2025-04', '1900-01'], now)).toHaveLength(7)
  })

  it.each([
    // A run that ends in a year of its own stands there only where that year has a report.
    [['2025-05', '2021-02'], { 2025: ['2025-05', '2021-03 to 2025-04'], 2021: ['2021-02'] }],
    [['2025-01', '2021-02'], { 2025: ['2025-02 to 2025-05', '2025-01', '2021-03 to 2024-12'], 2021: ['2021-02'] }],
    [
      ['2025-05', '2024-12', '2024-02'],
      { 2025: ['2025-05', '2025-01 to 2025-04'], 2024: ['2024-12', '2024-03 to 2024-11', '2024-02'] },
    ],
    [
      ['2025-05', '2024-01', '2022-12'],
      {
        2025: ['2025-05', '2024-02 to 2025-04'],
        2024: ['2024-01', '2023-01 to 2023-12'],
        2022: ['2022-12'],
      },
    ],
    // One above all reports has nowhere else to stand.
    [['2023-11'], { 2025: ['2023-12 to 2025-05'], 2023: ['2023-11'] }],
  ])('heads no year by a run of missing months alone: %j', (months, expected) => {
    const archive = toArchive(months.map((month) => stored(month, month)))
    const lines = yearsOf(archive, now).map(({ year, entries }) => [
      year,
      entries.map(({ month, until }) => (until ? `${month} to ${until}` : month)),
    ])
    expect(lines).toEqual(Object.entries(expected).toReversed())
  })

  it('keeps both reports of a month', () => {
    const archive = toArchive([stored('b', '2025-05'), stored('a', '2025-05')])
    expect(yearsOf(archive, now).flatMap(({ entries }) => entries.map(({ report }) => report?.id))).toEqual(['b', 'a'])
    expect(seriesOf(archive, 'gold', now).map(({ report }) => report?.id)).toEqual(['b'])
  })

  it('counts the months of a gap, and draws it as one', () => {
    const readings = seriesOf(toArchive([stored('new', '2025-05'), stored('old', '1900-01')]), 'gold', now)
    expect(readings.map(({ month }) => month)).toEqual(['1900-01', '1900-02', '2025-05'])
    expect(countGaps(readings)).toBe(1503)
    expect(gapPath(readings)).toBe('M15 0V100')
    expect(yearMarks(readings)).toEqual(['1900', undefined, '2025'])
  })

  it('takes its figures from the current reports alone', () => {
    const archive = toArchive([
      stored('new', '2025-05', { replacesId: 'old', goldOunces: '120' }),
      stored('old', '2025-05'),
      stored('gone', '2025-04', { events: [{ sequence: 1, kind: 'withdrawn', at: now, reason: null }] }),
      stored('none', '2025-03', { goldOunces: null, goldTokens: null }),
      stored('first', '2025-02'),
    ])
    expect(seriesOf(archive, 'gold', now).map(({ month, figures }) => [month, figures?.coverage])).toEqual([
      ['2025-02', '1.1'],
      ['2025-03', undefined],
      ['2025-04', undefined],
      ['2025-05', '1.2'],
    ])
    expect(seriesOf(archive, 'silver', now)).toEqual([])
    const listed = yearsOf(archive, now).flatMap(({ entries }) => entries.map(({ report }) => report?.id))
    expect(listed).toEqual(['new', undefined, 'none', 'first'])
  })

  it.each([{ goldOunces: null }, { goldTokens: null }])('takes half a pair of figures for none: %j', (fields) => {
    expect(seriesOf(toArchive([stored('half', '2025-05', fields)]), 'gold', now)).toEqual([])
  })
})

describe('the drawing', () => {
  it('breaks its line where a month is missing, and marks the month', () => {
    const scale = scaleFromZero([50, 100])
    expect(linePath([50, 100, undefined, 100], scale)).toBe('M5 50h0L15 0M35 0h0')
    expect(
      gapPath([{ month: '2025-01' }, { month: '2025-02', figures: { ounces: '1', tokens: '1', coverage: '1' } }]),
    ).toBe('M5 0V100')
  })

  it('names a year below its January, and below the month after a run of missing ones', () => {
    const slots = [{ month: '2023-12' }, { month: '2024-01', until: '2024-12' }, { month: '2025-02' }]
    expect(yearMarks(slots)).toEqual([undefined, undefined, '2025'])
    expect(yearMarks([{ month: '2024-12' }, { month: '2025-01' }, { month: '2025-02' }])[1]).toBe('2025')
  })

  it('names every month of a short series, and the first one’s year', () => {
    const slots = [{ month: '2023-12' }, { month: '2024-01', until: '2024-12' }, { month: '2025-02' }]
    expect(axisMarks(slots)).toEqual([
      { month: '2023-12', year: '2023' },
      { year: undefined },
      { month: '2025-02', year: '2025' },
    ])
    const months = Array.from({ length: 13 }, (_, index) => ({ month: addMonths('2024-03', index) }))
    expect(axisMarks(months.slice(1)).map(({ month }) => month?.slice(5))).toContain('01')
    expect(axisMarks(months).filter(({ month }) => month)).toEqual([])
    expect(axisMarks(months)[10]).toEqual({ year: '2025' })
  })

  it('starts at zero, and draws a shortfall downwards', () => {
    expect(scaleFromZero([undefined, 50])).toEqual({ low: 0, high: 50 })
    expect(scaleAroundZero([0, undefined, 0.5]).low).toBe(0)
    expect(scaleFromZero([63_000, 47_000])).toEqual({ low: 0, high: 80_000 })
    expect(scaleFromZero([])).toEqual({ low: 0, high: 1 })
    expect(scaleAroundZero([0.0006, 0.0001])).toEqual({ low: 0, high: 0.0006 })
    const scale = scaleAroundZero([0.001, -0.002])
    expect(scale).toEqual({ low: -0.002, high: 0.002 })
    expect(barPath([0.001, -0.002], scale)).toBe('M5 50V25M15 50V100')
  })
})

describe('figures in words', () => {
  it('writes every digit of a decimal in the language’s own way', () => {
    expect(formatDecimal('en', '3983718.591')).toBe('3,983,718.591')
    expect(formatDecimal('fr', '3983718.591')).toBe('3\u202f983\u202f718,591')
    expect(formatDecimal('en', '999999999999999.123456789012345678')).toBe('999,999,999,999,999.123456789012345678')
    expect(formatShare('en', '0.9999')).toBe('99.99%')
    expect(formatShare('fr', '1.0006')).toBe('100,06\u00a0%')
  })

  it('names months in the language', () => {
    expect([formatMonth('en', '2025-01'), formatMonth('fr', '2025-08'), formatMonth('es', '2025-01')]).toEqual([
      'January 2025',
      'août 2025',
      'enero de 2025',
    ])
    expect(formatShortMonth('es', '2025-01')).toBe('ene')
    expect(formatMonths('en', '2021-03', '2023-05')).toBe('March 2021\u2009–\u2009May 2023')
    expect(formatMonths('fr', '2021-03', '2023-05')).toBe('mars 2021\u2009–\u2009mai 2023')
  })

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])('dates by UTC on a server in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatDay('en', '2025-01-01')).toBe('January 1, 2025')
    expect(formatDay('fr', new Date('2024-12-31T23:59:59Z'))).toBe('31 décembre 2024')
    expect(formatMonth('es', '2025-01')).toBe('enero de 2025')
    expect(formatMonths('en', '2025-01', '2025-03')).toBe('January\u2009–\u2009March 2025')
    vi.unstubAllEnvs()
  })
})

it('puts a file’s name into a command only when a shell takes it for a name', () => {
  expect(checkCommands('https://files.example/reports/2025-01.pdf?x=1').unix).toBe('shasum -a 256 2025-01.pdf')
  for (const path of ['a%20b.pdf', '$(id).pdf', ';id', '-rf', "'.pdf", '']) {
    expect(checkCommands(`https://files.example/${path}`)).toEqual({
      unix: 'shasum -a 256 FILE',
      windows: 'Get-FileHash -Algorithm SHA256 FILE',
    })
  }
})

it('makes up two years that pass the form’s own checks, one month missing and one report withdrawn', () => {
  const reports = demoReports(new Date('2026-11-25T00:00:00Z'))
  expect(new Set(reports.map(({ report }) => report.report_date)).size).toBe(23)
  expect(reports.filter(({ withdrawal }) => withdrawal)).toHaveLength(1)
  for (const { report } of reports) {
    expect(reportSchema.safeParse(report).success).toBe(true)
    expect(new URL(report.file_url).host).toMatch(/\.example$/)
  }
})

it.each([0, 1, 128 * 1024, 128 * 1024 + 1, 300_000])('computes the SHA-256 of a file of %i bytes', async (size) => {
  const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
  expect(await fingerprintOf(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'))
})
