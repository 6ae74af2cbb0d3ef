import { type Figures, figuresOf, type Metal, type Report } from './archive'
import { addMonths, countMonths, currentMonth, monthsThrough } from './month'

// A longer run of months without a report is told as one, so that no date in the database makes the page endless.
const maxMonthsNamed = 3

export type Slot = { month: string; until?: string }

export type Neighbours = { older?: string; newer?: string }

/** The first month whose report is not due: a report is due when the month after its own has ended. */
export function firstNotDue(now = new Date()): string {
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
  for (const report of archive) {
    if (report.status !== 'current') continue
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
    const figures = report.status === 'current' && figuresOf(report, metal)
    const month = report.reportDate
    // Of two reports of one month the latest published counts, which stands first.
    if (figures && !readings.has(month)) readings.set(month, { month, report, figures })
  }
  const first = [...readings.keys()].sort()[0]
  if (first === undefined) return []
  for (const report of archive) {
    const month = report.reportDate
    if (report.status === 'current' && month > first && !readings.has(month)) readings.set(month, { month, report })
  }
  return slotsOf([...readings.keys()], now, { newer }).map((slot) => readings.get(slot.month) ?? slot)
}

export function countGaps(readings: Reading[]): number {
  const gaps = readings.filter(({ report }) => !report)
  return gaps.reduce((sum, { month, until = month }) => sum + countMonths(month, until), 0)
}
