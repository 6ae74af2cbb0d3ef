import { coverageRatio } from './decimal'
import { addMonths, currentMonth, monthsThrough } from './month'
import type { StoredReport } from './store'

export type Status = 'current' | 'replaced' | 'withdrawn'

export type Report = StoredReport & { status: Status; replacedById: string | null }

export type Metal = 'gold' | 'silver'
export const metals = ['gold', 'silver'] as const

/**
 * The reports with their standing. A replaced report stays replaced even when its replacement is withdrawn:
 * nothing comes back to the list unless somebody decides so.
 */
export function toArchive(rows: StoredReport[]): Report[] {
  const replacements = new Map(rows.map(({ id, replacesId }) => [replacesId, id]))
  return rows.map((row) => {
    const replacedById = replacements.get(row.id) ?? null
    return { ...row, replacedById, status: statusOf(row, replacedById) }
  })
}

function statusOf({ withdrawnAt }: StoredReport, replacedById: string | null): Status {
  if (withdrawnAt) return 'withdrawn'
  return replacedById ? 'replaced' : 'current'
}

/** What a report says of one metal, its coverage computed; undefined where it gives no figures. */
export function figuresOf(report: StoredReport, metal: Metal) {
  const { [`${metal}Ounces` as const]: ounces, [`${metal}Tokens` as const]: tokens } = report
  if (ounces === null || tokens === null) return undefined
  return { ounces, tokens, coverage: coverageRatio(ounces, tokens) }
}

type Figures = NonNullable<ReturnType<typeof figuresOf>>

/** A line of the list: a report, or a month that has none. */
export type Entry = { month: string; report?: Report }

/** The current reports and between them, told apart, the months without one; by year, newest first. */
export function yearsOf(archive: Report[], now = new Date()): { year: string; entries: Entry[] }[] {
  const current = archive.filter(({ status }) => status === 'current')
  const months = monthsOf(current, now).toReversed()
  const entries = months.flatMap((month): Entry[] => {
    const reports = current.filter(({ reportDate }) => reportDate === month)
    return reports.length > 0 ? reports.map((report) => ({ month, report })) : [{ month }]
  })
  const years = [...new Set(entries.map(({ month }) => month.slice(0, 4)))]
  return years.map((year) => ({ year, entries: entries.filter(({ month }) => month.startsWith(year)) }))
}

/**
 * The months a series runs over, oldest first: from its first report to its newest, or to the last month whose
 * report is due. A month's report is due when the month after it has ended.
 */
export function monthsOf(reports: StoredReport[], now = new Date()): string[] {
  const months = reports.map(({ reportDate }) => reportDate)
  const [first] = months.toSorted()
  const last = [...months, addMonths(currentMonth(now), -2)].sort().at(-1)
  return first && last ? monthsThrough(first, last) : []
}

export type Reading = { month: string; report?: Report; figures?: Figures }

/** One metal month by month, oldest first; a month without figures has none. Empty where no report gives any. */
export function seriesOf(archive: Report[], metal: Metal, now = new Date()): Reading[] {
  const readings = archive.flatMap((report) => {
    const figures = report.status === 'current' && figuresOf(report, metal)
    return figures ? [{ month: report.reportDate, report, figures }] : []
  })
  const months = monthsOf(
    readings.map(({ report }) => report),
    now,
  )
  return months.map((month) => readings.find((reading) => reading.month === month) ?? { month })
}
