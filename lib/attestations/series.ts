import { yearPagePath } from '@/lib/routes'
import { type Figures, figuresOf, isCurrent, type Metal, type Report } from './archive'
import { addMonths, countMonths, currentMonth, monthsThrough } from './month'

// A longer run of missing months is one line, so that no date in the database makes the page endless.
const maxMonthsNamed = 3

export type Slot = { month: string; until?: string }

/** These months (YYYY-MM) and the missing ones up to the last whose report is due, oldest first. */
export function slotsOf(months: string[], now = new Date()): Slot[] {
  const present = [...new Set(months)].sort()
  // A report is due when the month after its own has ended.
  const firstNotDue = addMonths(currentMonth(now), -1)
  return present.flatMap((month, index) => [{ month }, ...slotsBetween(month, present[index + 1] ?? firstNotDue)])
}

function slotsBetween(before: string, after: string): Slot[] {
  if (before >= after) return []
  const month = addMonths(before, 1)
  const until = addMonths(after, -1)
  if (countMonths(month, until) > maxMonthsNamed) return [{ month, until }]
  return monthsThrough(month, until).map((missing) => ({ month: missing }))
}

// Complete months; the current one comes on top.
const latestMonths = 36

/** Only months of older releases, which could have several reports, and many withdrawals make a longer list. */
export const maxReportsOnPage = 120

export type Entry = Slot & { report?: Report }
export type ArchivePage = {
  year?: string
  archive: Report[]
  /** All reports of the page as they are sorted, withdrawn and replaced ones too. */
  reports: Report[]
  /** The reports on the list and the missing months, newest first. */
  entries: Entry[]
  /** Years with more reports than this page shows, newest first; on the page of a year all years. */
  years: string[]
  /** Whether the page lacks the oldest reports of its months. */
  isCut: boolean
}

/** The latest 36 months, or a year; undefined for a year without reports. */
export function selectPage(archive: Report[], year?: string, now = new Date()): ArchivePage | undefined {
  const since = year ?? addMonths(currentMonth(now), -latestMonths)
  const own = archive.filter(({ reportDate }) => (year ? reportDate.startsWith(year) : reportDate >= since))
  if (year && own.length === 0) return undefined
  const reports = own.slice(0, maxReportsOnPage)
  const shown = new Set(reports)
  const isCut = own.length > reports.length
  const oldest = (isCut && reports.at(-1)?.reportDate) || since
  const entries = entriesOf(archive, now).filter(({ month, until = month, report }) => {
    if (report) return shown.has(report)
    return until >= oldest && (!year || month.slice(0, 4) <= year)
  })
  const years = yearsWithReports(year ? archive : archive.filter((report) => !shown.has(report)))
  return { year, archive, reports, entries, years, isCut }
}

function entriesOf(archive: Report[], now: Date): Entry[] {
  const reports = Map.groupBy(archive.filter(isCurrent), ({ reportDate }) => reportDate)
  const slots = slotsOf([...reports.keys()], now).toReversed()
  return slots.flatMap((slot): Entry[] => reports.get(slot.month)?.map((report) => ({ ...slot, report })) ?? [slot])
}

/** Entries by year. A run of missing months is in the year it ends, or below the report after it. */
export function groupByYear(entries: Entry[]): { year: string; entries: Entry[] }[] {
  const headed = new Set(entries.filter(({ until }) => !until).map(({ month }) => month.slice(0, 4)))
  const years: { year: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const year = (entry.until ?? entry.month).slice(0, 4)
    const last = years.at(-1)
    if (last && (last.year === year || !headed.has(year))) last.entries.push(entry)
    else years.push({ year, entries: [entry] })
  }
  return years
}
export function yearsWithReports(reports: Report[]): string[] {
  return [...new Set(reports.map(({ reportDate }) => reportDate.slice(0, 4)))]
}
export function pathOfReport({ id, reportDate }: Report): string {
  return `${yearPagePath(reportDate.slice(0, 4))}#${id}`
}

/** A month of a series; one whose report gives no figures has none, and one without a report neither. */
export type Reading = Entry & { figures?: Figures }

export function seriesOf(entries: Entry[], metal: Metal): Reading[] {
  const readings = new Map<string, Reading>()
  for (const entry of entries) {
    const figures = entry.report && figuresOf(entry.report, metal)
    // Of two reports of one month the latest published counts, which comes first.
    if (!readings.get(entry.month)?.figures) readings.set(entry.month, { ...entry, figures })
  }
  const oldestFirst = [...readings.values()].reverse()
  const first = oldestFirst.findIndex(({ figures }) => figures)
  return first < 0 ? [] : oldestFirst.slice(first)
}

export function countGaps(readings: Reading[]): number {
  const gaps = readings.filter(({ report }) => !report)
  return gaps.reduce((sum, { month, until = month }) => sum + countMonths(month, until), 0)
}
