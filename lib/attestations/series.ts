import { yearPagePath } from '@/lib/routes'
import { type Figures, figuresOf, isCurrent, type Metal, type Report } from './archive'
import { addMonths, countMonths, currentMonth, monthsThrough } from './month'

// A longer run of months without a report is told as one, so that no date in the database makes the page endless.
const maxMonthsNamed = 3

/** A month of the series; with `until`, a run of months without a report from `month` to `until`. */
export type Slot = { month: string; until?: string }

/** Months with a report before and after those of a page. */
export type Neighbours = { older?: string; newer?: string }

/** The first month whose report is not due: a report is due when the month after its own has ended. */
function firstNotDue(now = new Date()): string {
  return addMonths(currentMonth(now), -1)
}

/** These months (YYYY-MM) and the missing ones between their neighbours, oldest first. */
export function slotsOf(months: string[], now = new Date(), { older, newer = firstNotDue(now) }: Neighbours = {}) {
  const present = [...new Set(months)].sort()
  const before = older === undefined ? [] : slotsBetween(older, present[0] ?? newer)
  const own = present.flatMap((month, index): Slot[] => [
    { month },
    ...slotsBetween(month, present[index + 1] ?? newer),
  ])
  return [...before, ...own]
}

function slotsBetween(before: string, after: string): Slot[] {
  if (before >= after) return []
  const month = addMonths(before, 1)
  const until = addMonths(after, -1)
  if (countMonths(month, until) > maxMonthsNamed) return [{ month, until }]
  return monthsThrough(month, until).map((missing) => ({ month: missing }))
}

export type Entry = Slot & { report?: Report }

/** Reports and missing months, newest first. A run stands in the year it ends, or below the report after it. */
export function yearsOf(archive: Report[], now = new Date(), neighbours: Neighbours = {}) {
  const reports = currentByMonth(archive)
  const slots = slotsOf([...reports.keys()], now, neighbours).toReversed()
  const entries = slots.flatMap(
    (slot): Entry[] => reports.get(slot.month)?.map((report) => ({ ...slot, report })) ?? [slot],
  )
  const headed = new Set(slots.filter(({ until }) => !until).map(({ month }) => month.slice(0, 4)))
  const years: { year: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const year = (entry.until ?? entry.month).slice(0, 4)
    const last = years.at(-1)
    if (last && (last.year === year || !headed.has(year))) last.entries.push(entry)
    else years.push({ year, entries: [entry] })
  }
  return years
}

function currentByMonth(archive: Report[]): Map<string, Report[]> {
  const reports = new Map<string, Report[]>()
  for (const report of archive.filter(isCurrent)) {
    const month = reports.get(report.reportDate)
    if (month) month.push(report)
    else reports.set(report.reportDate, [report])
  }
  return reports
}

/** A month of a series; one whose report gives no figures has none, and one without a report neither. */
export type Reading = Slot & { report?: Report; figures?: Figures }

/** One metal month by month from the first with figures, oldest first. Empty if no report gives any. */
export function seriesOf(archive: Report[], metal: Metal, now = new Date(), newer?: string): Reading[] {
  const readings = new Map<string, Reading>()
  for (const report of archive) {
    const figures = isCurrent(report) && figuresOf(report, metal)
    const month = report.reportDate
    // Of two reports of one month the latest published counts, which stands first.
    if (figures && !readings.has(month)) readings.set(month, { month, report, figures })
  }
  const first = [...readings.keys()].sort()[0]
  if (first === undefined) return []
  for (const report of archive) {
    const month = report.reportDate
    if (isCurrent(report) && month > first && !readings.has(month)) readings.set(month, { month, report })
  }
  return slotsOf([...readings.keys()], now, { newer }).map((slot) => readings.get(slot.month) ?? slot)
}

/** The months without a report. */
export function countGaps(readings: Reading[]): number {
  const gaps = readings.filter(({ report }) => !report)
  return gaps.reduce((sum, { month, until = month }) => sum + countMonths(month, until), 0)
}

// Complete months; the current one comes on top.
const latestMonths = 36

/** Only months of older releases, which could have several reports, and many withdrawals make a longer list. */
export const maxReportsOnPage = 120

/** What a page shows of the archive: a part of it, as it is sorted, between its neighbours on other pages. */
export type ArchivePage = Neighbours & {
  /** Undefined on the page of the latest reports. */
  year?: string
  archive: Report[]
  reports: Report[]
  /** Years with more reports than this page shows, newest first; on the page of a year all years. */
  years: string[]
  /** Whether the page of a year lacks its oldest reports. */
  isCut?: boolean
}

/** The latest 36 months, or a year; undefined for a year without reports. */
export function selectPage(archive: Report[], year?: string, now = new Date()): ArchivePage | undefined {
  return year ? selectYear(archive, year, now) : selectLatest(archive, now)
}

function selectLatest(archive: Report[], now: Date): ArchivePage {
  const since = addMonths(currentMonth(now), -latestMonths)
  const reports = archive.slice(0, maxReportsOnPage).filter(({ reportDate }) => reportDate >= since)
  const others = archive.slice(reports.length)
  return { archive, reports, years: yearsWithReports(others), older: others.find(isCurrent)?.reportDate }
}

function selectYear(archive: Report[], year: string, now: Date): ArchivePage | undefined {
  const start = archive.findIndex(({ reportDate }) => reportDate.startsWith(year))
  if (start < 0) return undefined
  const reports = archive.slice(start, start + maxReportsOnPage).filter(({ reportDate }) => reportDate.startsWith(year))
  const others = archive.slice(start + reports.length)
  const isCut = others[0]?.reportDate.startsWith(year)
  const older = others.find(isCurrent)?.reportDate
  // The page of the next year names its own missing months.
  const newer = [firstNotDue(now), `${Number(year) + 1}-01`].sort()[0]
  return { year, archive, reports, years: yearsWithReports(archive), isCut, older, newer }
}

/** The years of reports, in the order of the reports. */
export function yearsWithReports(reports: Report[]): string[] {
  return [...new Set(reports.map(({ reportDate }) => reportDate.slice(0, 4)))]
}

/** Where a report is on the page of its year, without language. */
export function pathOfReport({ id, reportDate }: Report): string {
  return `${yearPagePath(reportDate.slice(0, 4))}#${id}`
}
