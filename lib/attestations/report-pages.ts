import { yearPagePath } from '@/lib/routes'
import { isCurrent, type Report } from './archive'
import { addMonths, currentMonth, monthsThrough } from './month'

// Longer runs of missing months become one line, so that no date in the
// database can make the page endless.
const maxMonthsNamed = 3

/** A month, or a run of missing months. */
export type MonthRange = { month: string; until?: string }

/**
 * Returns the given months (YYYY-MM), and the missing ones up to the last month
 * whose report is due, oldest first.
 */
export function monthRangesOf(
  months: string[],
  now = new Date(),
): MonthRange[] {
  const present = [...new Set(months)].sort()
  // A report is due once the month after its own is over.
  const firstNotDue = addMonths(currentMonth(now), -1)
  return present.flatMap((month, index) => [
    { month },
    ...missingRanges(month, present[index + 1] ?? firstNotDue),
  ])
}

function missingRanges(before: string, after: string): MonthRange[] {
  if (before >= after) return []
  const missing = monthsThrough(addMonths(before, 1), addMonths(after, -1))
  const [first] = missing
  if (!first || missing.length <= maxMonthsNamed)
    return missing.map((month) => ({ month }))
  return [{ month: first, until: missing.at(-1) }]
}

// The number of complete months. The page shows the current month as well.
const latestMonths = 24

export type MonthEntry = MonthRange & { report?: Report }

export type ArchivePage = {
  year?: string
  archive: Report[]
  /**
   * All reports of the page in display order, including withdrawn and replaced
   * ones.
   */
  reports: Report[]
  /** The current reports and the missing months, newest first. */
  entries: MonthEntry[]
  /**
   * Years with reports that are not on this page, newest first; on a year's
   * page, all years.
   */
  years: string[]
}

/**
 * Selects the latest 24 months, or a year. Returns undefined for a year without
 * reports.
 */
export function selectPage(
  archive: Report[],
  year?: string,
  now = new Date(),
): ArchivePage | undefined {
  const first = year
    ? `${year}-01`
    : addMonths(currentMonth(now), -latestMonths)
  const last = year ? `${year}-12` : undefined
  // Compares months as texts such as 2026-07, because these sort by time.
  const isOnPage = (from: string, to = from) =>
    to >= first && (last === undefined || from <= last)
  const reports = archive.filter(({ reportDate }) => isOnPage(reportDate))
  if (year && reports.length === 0) return undefined
  const entries = monthEntries(archive, now).filter(({ month, until }) =>
    isOnPage(month, until),
  )
  const years = yearsWithReports(
    year ? archive : archive.filter(({ reportDate }) => reportDate < first),
  )
  return { year, archive, reports, entries, years }
}

function monthEntries(archive: Report[], now: Date): MonthEntry[] {
  const reports = Map.groupBy(
    archive.filter(isCurrent),
    ({ reportDate }) => reportDate,
  )
  const ranges = monthRangesOf([...reports.keys()], now).toReversed()
  return ranges.flatMap(
    (range): MonthEntry[] =>
      reports.get(range.month)?.map((report) => ({ ...range, report })) ?? [
        range,
      ],
  )
}

export function yearsWithReports(reports: Report[]): string[] {
  return [...new Set(reports.map(({ reportDate }) => reportDate.slice(0, 4)))]
}

/** Returns a report's permanent link: its anchor on the page of its year. */
export function pathOfReport({ id, reportDate }: Report): string {
  return `${yearPagePath(reportDate.slice(0, 4))}#${id}`
}
