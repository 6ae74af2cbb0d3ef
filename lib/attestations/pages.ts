import { type YearPage, yearPagePath } from '@/lib/routes'
import { isCurrent, type Report } from './archive'
import { addMonths, currentMonth } from './month'
import { firstNotDue, type Neighbours } from './series'

// Complete months; the current one comes on top.
const latestMonths = 36

/** What keeps a page small, however many reports a month has. */
export const maxReportsOnPage = 60

/** What a page shows of the archive: a part of it, as it is sorted, between its neighbours on other pages. */
export type ArchivePage = Neighbours & {
  place?: YearPage
  archive: Report[]
  reports: Report[]
  years: string[]
  pages: number
}

/** The latest 36 months, or a page of a year; undefined where a year has no such page. */
export function selectPage(archive: Report[], place?: YearPage, now = new Date()): ArchivePage | undefined {
  return place ? selectYear(archive, place, now) : selectLatest(archive, now)
}

function selectLatest(archive: Report[], now: Date): ArchivePage {
  const since = addMonths(currentMonth(now), -latestMonths)
  const reports = archive.slice(0, maxReportsOnPage).filter(({ reportDate }) => reportDate >= since)
  const others = archive.slice(reports.length)
  return { archive, reports, years: yearsWithReports(others), pages: 1, older: others.find(isCurrent)?.reportDate }
}

function selectYear(archive: Report[], place: YearPage, now: Date): ArchivePage | undefined {
  const all = archive.filter((report) => yearOf(report) === place.year)
  const from = (place.page - 1) * maxReportsOnPage
  const reports = all.slice(from, from + maxReportsOnPage)
  const [first] = reports
  if (!first) return undefined
  const start = archive.indexOf(first)
  const newer = archive.slice(0, start).findLast(isCurrent)?.reportDate ?? firstNotDue(now)
  const nextYear = `${Number(place.year) + 1}-01`
  return {
    place,
    archive,
    reports,
    years: yearsWithReports(archive),
    pages: pagesFor(all.length),
    older: archive.slice(start + reports.length).find(isCurrent)?.reportDate,
    // The page of the next year names its own missing months.
    newer: newer < nextYear ? newer : nextYear,
  }
}

export function yearPagePaths(archive: Report[]): string[] {
  const counts = new Map<string, number>()
  for (const report of archive) counts.set(yearOf(report), (counts.get(yearOf(report)) ?? 0) + 1)
  return [...counts].flatMap(([year, count]) =>
    Array.from({ length: pagesFor(count) }, (_, index) => yearPagePath({ year, page: index + 1 })),
  )
}

export function pathOfReport(archive: Report[], { id, reportDate }: Report): string {
  const year = reportDate.slice(0, 4)
  const index = archive.filter((report) => yearOf(report) === year).findIndex((report) => report.id === id)
  return `${yearPagePath({ year, page: Math.floor(index / maxReportsOnPage) + 1 })}#${id}`
}

function yearsWithReports(reports: Report[]): string[] {
  return [...new Set(reports.map(yearOf))]
}

function pagesFor(count: number): number {
  return Math.ceil(count / maxReportsOnPage)
}

function yearOf({ reportDate }: Report): string {
  return reportDate.slice(0, 4)
}
