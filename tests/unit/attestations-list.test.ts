import { createElement, type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Certificate } from '@/components/attestations/certificate'
import { ReportTable } from '@/components/attestations/report-table'
import { ReservesSection } from '@/components/attestations/reserves-section'
import { type Report, toArchive } from '@/lib/attestations/archive'
import {
  areaPath,
  axisMarks,
  barPath,
  gapPath,
  scaleAroundZero,
  scaleFromZero,
  stepPath,
} from '@/lib/attestations/chart'
import {
  formatBytes,
  formatDay,
  formatDecimal,
  formatMonth,
  formatShare,
  formatShortMonth,
} from '@/lib/attestations/format'
import {
  addMonths,
  currentMonth,
  monthsThrough,
} from '@/lib/attestations/month'
import {
  type ArchivePage,
  monthRangesOf,
  pathOfReport,
  selectPage,
} from '@/lib/attestations/report-pages'
import { seriesOf } from '@/lib/attestations/series'
import { loadMessages } from '@/lib/i18n/messages'
import { findRoute, pageOf, yearPageOf, yearPagePath } from '@/lib/routes'
import { renderIn } from '../support/render'
import { storedReport as stored } from '../support/reports'

const now = new Date('2025-07-10T12:00:00Z')

const messages = await loadMessages('fr')
const words = messages.Attestations
const render = (element: ReactElement) => renderIn('fr', messages, element)
const item = (report: Report, archive = [report]) =>
  render(
    createElement(ReportTable, {
      entries: [{ month: report.reportDate, report }],
      archive,
      labelledBy: 'title',
    }),
  )

/** Returns the entries on the page with the latest reports. */
function entriesOf(rows: Parameters<typeof toArchive>[0]) {
  return selectPage(toArchive(rows), undefined, now)?.entries ?? []
}

const named = (ranges: { month: string; until?: string }[] = []) =>
  ranges.map(({ month, until }) => (until ? `${month} to ${until}` : month))

const text = (html: string) => html.replace(/<[^>]+>/g, '\n')

describe('the months of a list', () => {
  it.each([
    [[], []],
    [['2025-06'], ['2025-06']],
    [['2025-04'], ['2025-04', '2025-05']],
    [['2025-02'], ['2025-02', '2025-03', '2025-04', '2025-05']],
    // More than three missing months in a row share one line.
    [['2025-01'], ['2025-01', '2025-02 to 2025-05']],
    [
      ['9999-12', '1900-01', '1950-06', '2025-04', '1900-01'],
      [
        '1900-01',
        '1900-02 to 1950-05',
        '1950-06',
        '1950-07 to 2025-03',
        '2025-04',
        '2025-05 to 9999-11',
        '9999-12',
      ],
    ],
  ])(
    'for reports in %j, end with the latest that is due or has a report',
    (months, expected) => {
      expect(named(monthRangesOf(months, now))).toEqual(expected)
    },
  )

  const entries = entriesOf([
    stored('new', '2025-05', { replacesId: 'old', goldOunces: '120' }),
    stored('old', '2025-05'),
    stored('gone', '2025-04', {
      events: [{ sequence: 1, kind: 'withdrawn', at: now, reason: null }],
    }),
    stored('none', '2025-03', { goldOunces: null, goldTokens: null }),
    stored('second', '2025-02'),
    stored('first', '2025-02'),
    stored('before', '2025-01', { goldOunces: null, goldTokens: null }),
  ])

  it('have their current reports, and none if it was withdrawn', () => {
    const reports = entries.map(({ report }) => report?.id)

    expect(reports).toEqual([
      'new',
      undefined,
      'none',
      'second',
      'first',
      'before',
    ])
  })

  it('have the figures of their latest current report', () => {
    const readings = seriesOf(entries, 'gold')

    expect(
      readings.map(({ month, report, figures }) => [
        month,
        report?.id,
        figures?.coverage,
      ]),
    ).toEqual([
      ['2025-02', 'second', '1.1'],
      ['2025-03', 'none', undefined],
      ['2025-04', undefined, undefined],
      ['2025-05', 'new', '1.2'],
    ])
  })

  it('without figures are gaps in the chart', () => {
    const [first, second, ...others] = gapPath(seriesOf(entries, 'gold'))
      .split('M')
      .slice(1)

    expect(first).toMatch(/^15 0V/)
    expect(second).toMatch(/^25 0V/)
    expect(others).toEqual([])
  })

  it('have no series of a metal without figures', () => {
    expect(seriesOf(entries, 'silver')).toEqual([])
  })

  it.each([{ goldOunces: null }, { goldTokens: null }])(
    'have no series if their only report has %j',
    (missing) => {
      const half = entriesOf([stored('half', '2025-05', missing)])

      expect(seriesOf(half, 'gold')).toEqual([])
    },
  )
})

describe('the chart', () => {
  it.each([
    [[], { low: 0, high: 0.001 }],
    [[0], { low: 0, high: 0.001 }],
    [[0, 0.5], { low: 0, high: 0.5 }],
    [[0.0006, 0.0001], { low: 0, high: 0.0006 }],
    [[0.00061], { low: 0, high: 0.0008 }],
    [[0.001, -0.002], { low: -0.002, high: 0.002 }],
  ])(
    'scales %j from full coverage up to a round number, or down for lower values',
    (values, scale) => {
      expect(scaleAroundZero(values)).toEqual(scale)
    },
  )

  it('scales amounts from 0 to a round number', () => {
    expect(scaleFromZero([])).toEqual({ low: 0, high: 1 })
    expect(scaleFromZero([64_004.877, undefined, 41_250])).toEqual({
      low: 0,
      high: 80_000,
    })
  })

  it('joins the levels of neighboring months and leaves gaps open', () => {
    const values = [50, 100, undefined, 25]
    const scale = { low: 0, high: 100 }

    expect(stepPath(values, scale)).toBe('M0 50h10V0h10M30 75h10')
    expect(areaPath(values, scale)).toBe(
      'M0 100V50h10V100ZM10 100V0h10V100ZM30 100V75h10V100Z',
    )
  })

  it('draws a bar up or down for each value', () => {
    expect(
      barPath([0.001, undefined, -0.002], { low: -0.002, high: 0.002 }),
    ).toBe('M5 50V25M25 50V100')
  })

  const namesOf = (ranges: { month: string; until?: string }[]) =>
    axisMarks(ranges).map(({ month = '', year }) =>
      year ? `${month.slice(5)} ${year}` : month.slice(5),
    )
  const long = monthsThrough('2024-03', '2025-03').map((month) => ({ month }))

  it('labels every month of a short series', () => {
    const gap = { month: '2024-01', until: '2024-12' }
    expect(namesOf([{ month: '2023-12' }, gap, { month: '2025-02' }])).toEqual([
      '12 2023',
      '',
      '02 2025',
    ])

    expect(namesOf(long.slice(1)).every(Boolean)).toBe(true)
  })

  it('labels every quarter of a long series', () => {
    expect(namesOf(long).filter(Boolean)).toEqual(['04', '07', '10', '01 2025'])
  })

  it('marks every other label so that phones can hide it', () => {
    // Phones hide every other label because only half of them fit.
    const minorOf = (ranges: { month: string }[]) =>
      axisMarks(ranges).flatMap((mark) => (mark.isMinor ? mark.month : []))
    expect(minorOf(long)).toEqual(['2024-04', '2024-10'])
    expect(minorOf(long.slice(0, 5))).toEqual(['2024-04', '2024-06'])
  })
})

describe('the archive', () => {
  const archive = toArchive(
    ['2025-07', '2022-07', '2022-06', '2022-03', '2020-01'].map((month) =>
      stored(`in-${month}`, month),
    ),
  )
  const idsOf = (reports: Report[] = []) => reports.map(({ id }) => id)

  it.each([
    [
      'the list page, with the latest 24 months',
      undefined,
      ['2025-07', '2022-08 to 2025-06'],
      ['2022', '2020'],
    ],
    // A long run of missing months is the same on every page that it touches,
    // but a single missing month is only on the page of its year.
    [
      'the page of 2022',
      '2022',
      [
        '2022-08 to 2025-06',
        '2022-07',
        '2022-06',
        '2022-05',
        '2022-04',
        '2022-03',
        '2020-02 to 2022-02',
      ],
      ['2025', '2022', '2020'],
    ],
    [
      'the page of 2020',
      '2020',
      ['2020-02 to 2022-02', '2020-01'],
      ['2025', '2022', '2020'],
    ],
  ])('lists reports and missing months on %s', (_, year, own, years) => {
    const page = selectPage(archive, year, now)

    expect(named(page?.entries)).toEqual(own)
    expect(idsOf(page?.reports)).toEqual(
      idsOf(archive).filter((id) => own.includes(id.slice(3))),
    )
    expect(page?.years).toEqual(years)
  })

  it('has an empty list page without reports', () => {
    expect(selectPage([], undefined, now)).toMatchObject({
      reports: [],
      entries: [],
      years: [],
    })
  })

  it('lists years but no reports if none are recent', () => {
    const old = selectPage(
      toArchive([stored('old', '2001-02')]),
      undefined,
      now,
    )

    expect(old).toMatchObject({
      reports: [],
      years: ['2001'],
      entries: [{ month: '2001-03', until: '2025-05' }],
    })
  })

  it('has no page for a year without reports', () => {
    expect(selectPage(archive, '2021', now)).toBeUndefined()
  })

  it('counts withdrawn reports as missing but keeps their year’s page', () => {
    const withdrawn = archive.map((report) =>
      report.reportDate === '2022-07'
        ? report
        : { ...report, status: 'withdrawn' as const },
    )

    expect(selectPage(withdrawn, '2020', now)).toMatchObject({
      reports: [{ id: 'in-2020-01' }],
      entries: [],
    })
    expect(named(selectPage(withdrawn, '2022', now)?.entries)).toEqual([
      '2022-08 to 2025-05',
      '2022-07',
    ])
  })

  it('has an address with an anchor for each report', () => {
    expect(archive.slice(0, 2).map(pathOfReport)).toEqual([
      '/attestations/2025#in-2025-07',
      '/attestations/2022#in-2022-07',
    ])
    expect(yearPageOf(yearPagePath('2021'))).toBe('2021')
    expect(pageOf('/attestations/2021')).toBe('/attestations/2021')
    expect(findRoute('/attestations/2021')).toBe(findRoute('/attestations'))

    const others = ['', '/', '/20211', '/202', '/2021/', '/2021/2', '/x'].map(
      (path) => `/attestations${path}`,
    )
    expect(['/fr/attestations/2021', ...others].filter(yearPageOf)).toEqual([])
  })
})

describe('formatting numbers and dates', () => {
  it.each([
    ['en', '3983718.591', '3,983,718.591'],
    ['fr', '3983718.591', '3\u00a0983\u00a0718,591'],
    [
      'en',
      '999999999999999.123456789012345678',
      '999,999,999,999,999.123456789012345678',
    ],
  ] as const)('in %s, writes %s as %s', (locale, decimal, written) => {
    expect(formatDecimal(locale, decimal)).toBe(written)
  })

  it.each([
    ['en', '0.9999', '99.99%'],
    ['fr', '1.0006', '100,06\u00a0%'],
  ] as const)('in %s, writes the share %s as %s', (locale, share, written) => {
    expect(formatShare(locale, share)).toBe(written)
  })

  it.each([
    ['en', 1_240_000, '1.2 MB'],
    ['fr', 1_240_000, '1,2\u202fMo'],
    ['en', 84_600, '85 kB'],
    ['en', 60, '1 kB'],
  ] as const)('in %s, writes %i bytes as %s', (locale, bytes, written) => {
    expect(formatBytes(locale, bytes)).toBe(written)
  })

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
    'uses UTC on a server in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)

      expect(formatDay('en', '2025-01-01')).toBe('January 1, 2025')
      expect(formatDay('fr', new Date('2024-12-31T23:59:59Z'))).toBe(
        '31 décembre 2024',
      )
      expect(formatMonth('es', '2025-01')).toBe('enero de 2025')
      expect(formatShortMonth('es', '2025-01')).toBe('ene')
    },
  )
})

describe('the reports page', () => {
  /**
   * Renders a report with low coverage, a report without figures, and a missing
   * month.
   */
  function renderGaps() {
    const newest = addMonths(currentMonth(), -2)
    const archive = toArchive([
      stored('a', newest, { goldOunces: '90', asOf: '2024-01-31' }),
      stored('b', addMonths(newest, -1), {
        goldOunces: null,
        goldTokens: null,
        asOf: null,
        firm: null,
      }),
      stored('c', addMonths(newest, -3)),
    ])
    const page = selectPage(archive) as ArchivePage
    const html = render(createElement(ReservesSection, { page }))
    const table = render(
      createElement(ReportTable, {
        entries: page.entries,
        archive,
        labelledBy: 'title',
      }),
    )
    const [headline = ''] = html.match(/<figcaption.*?<\/figcaption>/s) ?? []
    return { newest, html, headline, rows: table.split('<tbody').slice(1) }
  }

  it('shows a report without figures in a single row', () => {
    const [, withoutFigures] = renderGaps().rows

    expect(withoutFigures).toContain('Report b')
    expect(withoutFigures).not.toContain('rowSpan')
  })

  it('says that a report is missing', () => {
    const { newest, rows } = renderGaps()

    expect(rows[2]).toContain(
      words.missing.replace(
        '{month}',
        formatMonth('fr', addMonths(newest, -2)),
      ),
    )
  })

  it('marks a coverage below 100%', () => {
    const { rows, headline } = renderGaps()

    expect(rows.map((row) => row.includes('coverage-low'))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(headline).toContain('coverage-low')
    expect(headline).toContain(words.belowShort)
  })

  it('shows the date of the figures in the headline, the plot and the table', () => {
    const { rows, headline, html } = renderGaps()

    for (const part of [
      headline,
      html.match(/<ol class="plot-points".*?<\/ol>/s)?.[0],
      rows[0],
    ]) {
      expect(text(part ?? '')).toContain(formatDay('fr', '2024-01-31'))
    }
  })

  it('lets the date in the seal break between its words only', () => {
    const report = stored('a', '2026-09', { asOf: '2026-09-30' })
    const [shown] = toArchive([report])

    const html = render(
      createElement(Certificate, { title: '', intro: '', report: shown }),
    )

    expect(html).toContain(
      '>Chiffres au <span class="seal-day">30 septembre 2026</span></p>',
    )
  })

  it.each([
    ['2026-09-14T00:00:00Z', 'le 13 septembre 2026, 13\u00a0jours plus tard'],
    ['2026-09-01T03:00:00Z', 'le 31 août 2026, le jour même'],
    ['2026-08-31T03:00:00Z', 'le 30 août 2026'],
  ])('counts days to a publication at %s in the office’s zone', (at, words) => {
    const report = stored('a', '2026-08', {
      asOf: '2026-08-31',
      createdAt: new Date(at),
    })
    const [shown] = toArchive([report])

    expect(text(shown ? item(shown) : '').split('\n')).toContain(
      `Publié ici ${words}`,
    )
  })

  it('shows every withdrawal and restoration', () => {
    const at = new Date('2025-05-03T10:00:00Z')
    const events = [
      'A page is missing.',
      null,
      'The firm asked for it.',
      null,
    ].map((reason, index) => {
      return {
        sequence: index + 1,
        kind: reason ? ('withdrawn' as const) : ('restored' as const),
        at,
        reason,
      }
    })
    const [report] = toArchive([stored('old', '2025-04', { events })])
    const old = report ? item(report, [report]) : ''
    const list = text(
      old.match(/<ol class="report-events".*?<\/ol>/s)?.[0] ?? '',
    )
    const said = events.flatMap(({ reason }) =>
      reason
        ? [words.withdrawnOn, words.withdrawnReason.replace('{reason}', reason)]
        : [words.restoredOn],
    )
    const day = formatDay('fr', at)

    expect(list.split('\n').filter((line) => line.trim())).toEqual(
      said.map((line) => line.replace('{day}', day)),
    )
  })

  it('links a report to its replacement and to the report that it replaces', () => {
    const both = toArchive([
      stored('new', '2025-04', { replacesId: 'old' }),
      stored('old', '2025-04', { events: [] }),
    ])
    const [next = '', old = ''] = both.map((report) => item(report, both))

    expect(next).toContain('href="/fr/attestations/2025#old"')
    expect(old).toContain('href="/fr/attestations/2025#new"')
  })
})
