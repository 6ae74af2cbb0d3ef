import { createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ReservesSection } from '@/components/attestations/reserves'
import { type Report, toArchive } from '@/lib/attestations/archive'
import { axisMarks, barPath, gapPath, scaleAroundZero } from '@/lib/attestations/chart'
import { demoReports } from '@/lib/attestations/demo'
import {
  formatDay,
  formatDecimal,
  formatMonth,
  formatMonths,
  formatShare,
  formatShortMonth,
} from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { reportSchema } from '@/lib/attestations/publish'
import {
  countGaps,
  groupByYear,
  maxReportsOnPage,
  pathOfReport,
  selectPage,
  seriesOf,
  slotsOf,
  yearsWithReports,
} from '@/lib/attestations/series'
import { loadMessages } from '@/lib/i18n/messages'
import { findRoute, pageOf, yearPageOf, yearPagePath } from '@/lib/routes'
import { renderIn } from '../support/render'
import { storedReport as stored } from '../support/reports'

const now = new Date('2025-07-10T12:00:00Z')

/** An archive with so many reports of each month, newest first; a report is named by its month and number. */
function archiveOf(months: Record<string, number>): Report[] {
  return toArchive(
    Object.entries(months).flatMap(([month, count]) =>
      Array.from({ length: count }, (_, index) => stored(`${month}/${index}`, month)),
    ),
  )
}

/** What the page of the latest reports lists. */
function entriesOf(rows: Parameters<typeof toArchive>[0]) {
  return selectPage(toArchive(rows), undefined, now)?.entries ?? []
}

const named = (slots: { month: string; until?: string }[]) =>
  slots.map(({ month, until }) => (until ? `${month} to ${until}` : month))

describe('the months of the list', () => {
  it.each([
    [['2025-04'], ['2025-04', '2025-05']],
    [['2025-06'], ['2025-06']],
    [[], []],
    [['2025-05'], ['2025-05']],
    [['2025-02'], ['2025-02', '2025-03', '2025-04', '2025-05']],
    // More than three missing months in a row are one line.
    [['2025-01'], ['2025-01', '2025-02 to 2025-05']],
    [
      ['9999-12', '1900-01', '1950-06', '2025-04', '1900-01'],
      ['1900-01', '1900-02 to 1950-05', '1950-06', '1950-07 to 2025-03', '2025-04', '2025-05 to 9999-11', '9999-12'],
    ],
  ])('of %j run to the last month whose report is due, or to a newer report', (months, expected) => {
    expect(named(slotsOf(months, now))).toEqual(expected)
  })

  it.each([
    [
      ['2025-02', '2024-12', '2024-11'],
      { 2025: ['2025-05', '2025-04', '2025-03', '2025-02', '2025-01'], 2024: ['2024-12', '2024-11'] },
    ],
    // A run of missing months heads no year: it ends up in one that has a report.
    [['2025-05', '2022-08'], { 2025: ['2025-05', '2022-09 to 2025-04'], 2022: ['2022-08'] }],
    [
      ['2025-05', '2024-01', '2022-12'],
      { 2025: ['2025-05', '2024-02 to 2025-04'], 2024: ['2024-01', '2023-01 to 2023-12'], 2022: ['2022-12'] },
    ],
    [['2023-11'], { 2025: ['2023-12 to 2025-05'], 2023: ['2023-11'] }],
  ])('%j are listed by year, newest first', (months, expected) => {
    expect(
      groupByYear(entriesOf(months.map((month) => stored(month, month)))).map(({ year, entries }) => [
        year,
        named(entries),
      ]),
    ).toEqual(Object.entries(expected).toReversed())
  })

  it('have the figures of current reports alone, and the latest of two reports of one month', () => {
    const entries = entriesOf([
      stored('new', '2025-05', { replacesId: 'old', goldOunces: '120' }),
      stored('old', '2025-05'),
      stored('gone', '2025-04', { events: [{ sequence: 1, kind: 'withdrawn', at: now, reason: null }] }),
      stored('none', '2025-03', { goldOunces: null, goldTokens: null }),
      stored('second', '2025-02'),
      stored('first', '2025-02'),
      stored('before', '2025-01', { goldOunces: null, goldTokens: null }),
    ])
    expect(
      seriesOf(entries, 'gold').map(({ month, report, figures }) => [month, report?.id, figures?.coverage]),
    ).toEqual([
      ['2025-02', 'second', '1.1'],
      ['2025-03', 'none', undefined],
      ['2025-04', undefined, undefined],
      ['2025-05', 'new', '1.2'],
    ])
    expect(seriesOf(entries, 'silver')).toEqual([])
    expect(entries.map(({ report }) => report?.id)).toEqual(['new', undefined, 'none', 'second', 'first', 'before'])
    for (const half of [{ goldOunces: null }, { goldTokens: null }]) {
      expect(seriesOf(entriesOf([stored('half', '2025-05', half)]), 'gold')).toEqual([])
    }
  })

  it('in a gap are counted one by one and drawn as one', () => {
    const readings = seriesOf(entriesOf(archiveOf({ '2025-05': 1, '2022-08': 1 })), 'gold')
    expect(named(readings)).toEqual(['2022-08', '2022-09 to 2025-04', '2025-05'])
    expect(countGaps(readings)).toBe(32)
    expect(gapPath(readings)).toBe('M15 0V100')
  })
})

describe('the drawing', () => {
  it('measures from 100 %, and draws a shortfall downwards', () => {
    expect(scaleAroundZero([])).toEqual({ low: 0, high: 1 })
    expect(scaleAroundZero([0, undefined, 0.5]).low).toBe(0)
    expect(scaleAroundZero([0.0006, 0.0001])).toEqual({ low: 0, high: 0.0006 })
    const scale = scaleAroundZero([0.001, -0.002])
    expect(scale).toEqual({ low: -0.002, high: 0.002 })
    expect(barPath([0.001, undefined, -0.002], scale)).toBe('M5 50V25M25 50V100')
  })

  it('names every month of a short series, and of a long one each quarter’s first', () => {
    const monthsFrom = (first: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ month: addMonths(first, index) }))
    const namesOf = (slots: { month: string; until?: string }[]) =>
      axisMarks(slots).map(({ month = '', year }) => (year ? `${month.slice(5)} ${year}` : month.slice(5)))
    const gap = { month: '2024-01', until: '2024-12' }
    expect(namesOf([{ month: '2023-12' }, gap, { month: '2025-02' }])).toEqual(['12 2023', '', '02 2025'])
    const long = monthsFrom('2024-03', 13)
    expect(namesOf(long).filter(Boolean)).toEqual(['04', '07', '10', '01 2025'])
    expect(namesOf(long.slice(1))).toHaveLength(12)
    // On a phone there is room for half of them.
    const minorOf = (slots: { month: string }[]) => axisMarks(slots).flatMap((mark) => (mark.isMinor ? mark.month : []))
    expect(minorOf(long)).toEqual(['2024-04', '2024-10'])
    expect(minorOf(long.slice(0, 7))).toEqual(['2024-04', '2024-06', '2024-08'])
    expect(minorOf(long.slice(0, 6))).toEqual([])
  })
})

describe('a page of the archive', () => {
  const idsOf = (reports: Report[] = []) => reports.map(({ id }) => id)

  const months = { '2025-07': 1, '2022-07': 1, '2022-06': 1, '2022-03': 1, '2020-01': 1 }

  it.each([
    [undefined, ['2025-07', '2022-08 to 2025-06', '2022-07'], ['2022', '2020']],
    // A run of missing months is the same on every page that it touches; a single one is on the page of its year.
    [
      '2022',
      ['2022-08 to 2025-06', '2022-07', '2022-06', '2022-05', '2022-04', '2022-03', '2020-02 to 2022-02'],
      ['2025', '2022', '2020'],
    ],
    ['2020', ['2020-02 to 2022-02', '2020-01'], ['2025', '2022', '2020']],
  ])(
    'of the latest 36 complete months, or of %s, has their reports and the months that lack one',
    (year, own, years) => {
      const page = selectPage(archiveOf(months), year, now)
      expect(named(page?.entries ?? [])).toEqual(own)
      expect(idsOf(page?.reports)).toEqual(own.filter((month) => month in months).map((month) => `${month}/0`))
      expect(page).toMatchObject({ years, isCut: false })
    },
  )

  it('is empty, or only names what is missing, without recent reports; a year without reports has none', () => {
    expect(selectPage([], undefined, now)).toMatchObject({ reports: [], entries: [], years: [] })
    const old = selectPage(archiveOf({ '2001-02': 1 }), undefined, now)
    expect(old).toMatchObject({ reports: [], years: ['2001'], entries: [{ month: '2001-03', until: '2025-05' }] })
    expect(selectPage(archiveOf(months), '2021', now)).toBeUndefined()
  })

  it('shows a limited number of reports, whatever their months', () => {
    const archive = archiveOf({ '2025-06': maxReportsOnPage, '2025-05': 1, '2025-03': 1 })
    for (const year of [undefined, '2025']) {
      const page = selectPage(archive, year, now)
      expect(page?.reports).toHaveLength(maxReportsOnPage)
      expect(new Set(named(page?.entries ?? []))).toEqual(new Set(['2025-06']))
      expect(page).toMatchObject({ isCut: true, years: ['2025'] })
    }
    expect(selectPage(archive.slice(0, maxReportsOnPage), undefined, now)).toMatchObject({ isCut: false, years: [] })
  })

  it('counts a month as missing whose only report is withdrawn, and keeps the page of a year without others', () => {
    const archive = archiveOf({ '2024-02': 1, '2024-01': 1, '2021-05': 1 }).map((report) =>
      report.reportDate === '2024-02' ? report : { ...report, status: 'withdrawn' as const },
    )
    expect(selectPage(archive, '2021', now)).toMatchObject({ reports: [{ id: '2021-05/0' }], entries: [] })
    expect(named(selectPage(archive, '2024', now)?.entries ?? [])).toEqual(['2024-03 to 2025-05', '2024-02'])
    expect(yearsWithReports(archive)).toEqual(['2024', '2021'])
  })

  it('has an address, and each report a place on it', () => {
    const archive = archiveOf({ '2024-02': 1, '2023-05': 2 })
    expect(yearsWithReports(archive)).toEqual(['2024', '2023'])
    expect(archive.map(pathOfReport)).toEqual([
      '/attestations/2024#2024-02/0',
      '/attestations/2023#2023-05/0',
      '/attestations/2023#2023-05/1',
    ])
    expect(yearPageOf(yearPagePath('2021'))).toBe('2021')
    expect(pageOf('/attestations/2021')).toBe('/attestations/2021')
    expect(findRoute('/attestations/2021')).toBe(findRoute('/attestations'))
    for (const path of ['', '/', '/20211', '/202', '/2021/', '/2021/2', '/x']) {
      expect(yearPageOf(`/attestations${path}`), path).toBeUndefined()
    }
    expect(yearPageOf('/fr/attestations/2021')).toBeUndefined()
  })
})

describe('figures in words', () => {
  it('keep every digit of a decimal, as the language writes it', () => {
    expect(formatDecimal('en', '3983718.591')).toBe('3,983,718.591')
    expect(formatDecimal('fr', '3983718.591')).toBe('3\u00a0983\u00a0718,591')
    expect(formatDecimal('en', '999999999999999.123456789012345678')).toBe('999,999,999,999,999.123456789012345678')
    expect([formatShare('en', '0.9999'), formatShare('fr', '1.0006')]).toEqual(['99.99%', '100,06\u00a0%'])
  })

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])('are dated by UTC on a server in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    expect(formatDay('en', '2025-01-01')).toBe('January 1, 2025')
    expect(formatDay('fr', new Date('2024-12-31T23:59:59Z'))).toBe('31 décembre 2024')
    expect([formatMonth('es', '2025-01'), formatShortMonth('es', '2025-01')]).toEqual(['enero de 2025', 'ene'])
    expect(formatMonths('en', '2025-01', '2025-03')).toBe('January\u2009–\u2009March 2025')
    expect(formatMonths('fr', '2021-03', '2023-05')).toBe('mars 2021\u2009–\u2009mai 2023')
    vi.unstubAllEnvs()
  })
})

describe('the reserves', () => {
  const locale = 'fr'
  const newest = addMonths(currentMonth(), -2)
  const archive = toArchive([
    stored('a', newest, { goldOunces: '90', asOf: '2024-01-31' }),
    stored('b', addMonths(newest, -1), { goldOunces: null, goldTokens: null, asOf: null, firm: null }),
    stored('c', addMonths(newest, -3)),
  ])
  const text = (html: string) => html.replace(/<[^>]+>/g, '\n')

  it('name reports without figures, months without a report, and a coverage below 100 %', async () => {
    const messages = await loadMessages(locale)
    const { legendGap, noReport, belowShort } = messages.Attestations
    const page = selectPage(archive)
    const html = page ? renderIn(locale, messages, createElement(ReservesSection, { page })) : ''
    const rows = html.split('<tr').slice(1)
    const rowOf = (back: number) =>
      text(rows.find((row) => row.includes(formatMonth(locale, addMonths(newest, -back)))) ?? '')
    expect(rowOf(1)).toContain(legendGap)
    expect(rowOf(2)).toContain(noReport)
    expect(rows.filter((row) => row.includes('coverage-low'))).toHaveLength(1)
    const [, headline = ''] = html.match(/<figcaption(.*?)<\/figcaption>/s) ?? []
    expect(headline).toContain('coverage-low')
    // The day of the figures, wherever they are: here, in the plot and in the table.
    expect(text(headline)).toContain(belowShort)
    for (const part of [headline, html.match(/<ol class="plot-points">.*?<\/ol>/s)?.[0] ?? '', rowOf(0)]) {
      expect(text(part)).toContain(formatDay(locale, '2024-01-31'))
    }
  })
})

it('the demonstration has two years of valid reports, one month missing and one report withdrawn', () => {
  const reports = demoReports(new Date('2026-11-25T00:00:00Z'))
  expect(new Set(reports.map(({ report }) => report.report_date)).size).toBe(23)
  expect(reports.filter(({ withdrawal }) => withdrawal)).toHaveLength(1)
  for (const { report } of reports) {
    expect(reportSchema.safeParse(report).success).toBe(true)
    expect(new URL(report.file_url).host).toMatch(/\.example$/)
  }
})
