import { type Figures, figuresOf, type Metal, type Report } from './archive'
import { addMonths, countMonths, currentMonth, monthsThrough } from './month'

// A longer run of months without a report is told as one, so that no date in the database makes the page endless.
const maxMonthsNamed = 3

/** A month of the series; with `until`, a run of months without a report from `month` to `until`. */
export type Slot = { month: string; until?: string }

/** These months (YYYY-MM) and the missing ones, oldest first. A month's report is due when the next month has ended. */
export function slotsOf(months: string[], now = new Date()): Slot[] {
  const present = [...new Set(months)].sort()
  const notDue = addMonths(currentMonth(now), -1)
  return present.flatMap((month, index) => [{ month }, ...slotsBetween(month, present[index + 1] ?? notDue)])
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
export function yearsOf(archive: Report[], now = new Date()): { year: string; entries: Entry[] }[] {
  const reports = currentByMonth(archive)
  const slots = slotsOf([...reports.keys()], now).toReversed()
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
  for (const report of archive) {
    if (report.status !== 'current') continue
    const month = reports.get(report.reportDate)
    if (month) month.push(report)
    else reports.set(report.reportDate, [report])
  }
  return reports
}

export type Reading = Slot & { report?: Report; figures?: Figures }

/** One metal month by month, oldest first; a month without figures has none. Empty where no report gives any. */
export function seriesOf(archive: Report[], metal: Metal, now = new Date()): Reading[] {
  const readings = new Map<string, Reading>()
  for (const report of archive) {
    const figures = report.status === 'current' && figuresOf(report, metal)
    const month = report.reportDate
    // Of two reports of one month the latest published counts, which stands first.
    if (figures && !readings.has(month)) readings.set(month, { month, report, figures })
  }
  return slotsOf([...readings.keys()], now).map((slot) => readings.get(slot.month) ?? slot)
}

export function countGaps(readings: Reading[]): number {
  const gaps = readings.filter(({ figures }) => !figures)
  return gaps.reduce((sum, { month, until = month }) => sum + countMonths(month, until), 0)
}
