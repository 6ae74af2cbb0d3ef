import { expect, it } from 'vitest'
import { type Report, toArchive } from '@/lib/attestations/archive'
import { maxReportsOnPage, pathOfReport, selectPage, yearPagePaths } from '@/lib/attestations/pages'
import { seriesOf, slotsOf } from '@/lib/attestations/series'
import { findRoute, pageOf, yearPageOf, yearPagePath } from '@/lib/routes'
import { storedReport } from '../support/reports'

const now = new Date('2025-07-10T12:00:00Z')

/** An archive with these months, newest first; each month's reports are named after it and counted. */
function archiveOf(months: Record<string, number>): Report[] {
  const rows = Object.entries(months).flatMap(([month, count]) =>
    Array.from({ length: count }, (_, index) => storedReport(`${month}/${index}`, month)),
  )
  return toArchive(rows)
}

function gone(archive: Report[], month: string): Report[] {
  return archive.map((report) => (report.reportDate === month ? { ...report, status: 'withdrawn' as const } : report))
}

function idsOf(reports: Report[] = []) {
  return reports.map(({ id }) => id)
}

it('shows the latest 36 complete months and the current one, and says which years go on elsewhere', () => {
  const page = selectPage(
    archiveOf({ '2025-07': 1, '2022-07': 1, '2022-06': 1, '2022-05': 1, '2020-01': 1 }),
    undefined,
    now,
  )
  expect(idsOf(page?.reports)).toEqual(['2025-07/0', '2022-07/0'])
  expect(page?.years).toEqual(['2022', '2020'])
  expect([page?.newer, page?.older, page?.pages]).toEqual([undefined, '2022-06', 1])
})

it('shows a limited number of reports, whatever months they are of', () => {
  const archive = archiveOf({ '2025-06': maxReportsOnPage, '2025-05': 1, '2024-01': 0 })
  const page = selectPage(archive, undefined, now)
  expect(page?.reports).toHaveLength(maxReportsOnPage)
  expect([page?.older, page?.years]).toEqual(['2025-05', ['2025']])
  expect(selectPage(archive.slice(0, -1), undefined, now)?.years).toEqual([])
})

it('has a page without reports where all are old, and one for an empty archive', () => {
  const page = selectPage(archiveOf({ '2001-02': 1 }), undefined, now)
  expect([page?.reports, page?.older, page?.years]).toEqual([[], '2001-02', ['2001']])
  expect(slotsOf([], now, page)).toEqual([{ month: '2001-03', until: '2025-05' }])
  expect(selectPage([], undefined, now)).toMatchObject({ reports: [], years: [] })
})

it('cuts a year into pages between their neighbours', () => {
  const archive = archiveOf({ '2024-02': 1, '2023-05': maxReportsOnPage, '2023-04': 2, '2021-12': 1 })
  const first = selectPage(archive, { year: '2023', page: 1 }, now)
  expect(first?.reports).toHaveLength(maxReportsOnPage)
  expect([first?.newer, first?.older, first?.pages]).toEqual(['2024-01', '2023-04', 2])
  const second = selectPage(archive, { year: '2023', page: 2 }, now)
  expect(idsOf(second?.reports)).toEqual(['2023-04/0', '2023-04/1'])
  expect([second?.newer, second?.older, second?.years]).toEqual(['2023-05', '2021-12', ['2024', '2023', '2021']])
  for (const place of [
    { year: '2023', page: 3 },
    { year: '2022', page: 1 },
    { year: '2023', page: 0 },
  ]) {
    expect(selectPage(archive, place, now)).toBeUndefined()
  }
})

it('tells the months that a year lacks, and none that is not due', () => {
  const archive = archiveOf({ '2025-03': 1, '2022-10': 1, '2022-08': 1 })
  const monthsOf = (year: string) => {
    const page = selectPage(archive, { year, page: 1 }, now)
    return slotsOf(page?.reports.map(({ reportDate }) => reportDate) ?? [], now, page)
  }
  expect(monthsOf('2022').map(({ month }) => month)).toEqual(['2022-08', '2022-09', '2022-10', '2022-11', '2022-12'])
  expect(monthsOf('2025')).toEqual([
    { month: '2022-11', until: '2025-02' },
    { month: '2025-03' },
    { month: '2025-04' },
    { month: '2025-05' },
  ])
  const page = selectPage(archive, { year: '2022', page: 1 }, now)
  expect(seriesOf(page?.reports ?? [], 'gold', now, page?.newer).map(({ month }) => month)).toHaveLength(5)
})

it('counts a month as missing whose only report is withdrawn, and keeps the page of a year that has no other', () => {
  const archive = gone(archiveOf({ '2024-02': 1, '2024-01': 1, '2021-05': 1, '2020-05': 1 }), '2021-05')
  expect(selectPage(archive, { year: '2024', page: 1 }, now)?.older).toBe('2020-05')
  expect(selectPage(archive, { year: '2021', page: 1 }, now)).toMatchObject({ newer: '2022-01', older: '2020-05' })
  expect(selectPage(gone(archive, '2024-01'), { year: '2021', page: 1 }, now)?.newer).toBe('2022-01')
  expect(yearPagePaths(archive)).toContain('/attestations/2021')
})

it('names the pages of years, and each report’s place on them', () => {
  const archive = archiveOf({ '2024-02': 1, '2023-05': 2 * maxReportsOnPage + 1 })
  const paths = ['/attestations/2024', '/attestations/2023', '/attestations/2023/2', '/attestations/2023/3']
  expect(yearPagePaths(archive)).toEqual(paths)
  for (const path of paths) {
    const place = yearPageOf(path)
    expect(place && yearPagePath(place)).toBe(path)
    for (const report of selectPage(archive, place, now)?.reports ?? []) {
      expect(pathOfReport(archive, report)).toBe(`${path}#${report.id}`)
    }
  }
})

it('knows the addresses of years from all others', () => {
  expect(yearPageOf('/attestations/2021')).toEqual({ year: '2021', page: 1 })
  expect(yearPageOf('/attestations/2021/12')).toEqual({ year: '2021', page: 12 })
  expect(pageOf('/attestations/2021')).toBe('/attestations/2021')
  expect(findRoute('/attestations/2021/2')).toBe(findRoute('/attestations'))
  const others = [
    '',
    '/',
    '/20211',
    '/202',
    '/2021/',
    '/2021/0',
    '/2021/1',
    '/2021/01',
    '/2021/2/3',
    '/2021/99999',
    '/x',
  ]
  for (const rest of others) expect(yearPageOf(`/attestations${rest}`), rest).toBeUndefined()
  expect(findRoute('/attestations/2021/1')).toBeUndefined()
  expect(yearPageOf('/fr/attestations/2021')).toBeUndefined()
})
