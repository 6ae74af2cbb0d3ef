import { coverageRatio } from './decimal'
import { type HistoryEvent, historyOf, withdrawalOf } from './events'
import type { LogPlace } from './log/store'
import type { StoredReport } from './store'

export type Status = 'current' | 'replaced' | 'withdrawn'

export type Report = StoredReport & { status: Status; replacedById: string | null; history: HistoryEvent[] }

export type Metal = 'gold' | 'silver'
export const metals = ['gold', 'silver'] as const

/**
 * The reports with their standing and history, and where each change stands in the log. A replaced report stays replaced
 * even when its replacement is withdrawn.
 */
export function toArchive(rows: StoredReport[], places: ReadonlyMap<string, LogPlace> = new Map()): Report[] {
  const replacements = new Map(rows.map((row) => [row.replacesId, row]))
  return rows.map((row) => {
    const replacement = replacements.get(row.id)
    const replacedById = replacement?.id ?? null
    return { ...row, replacedById, status: statusOf(row, replacedById), history: historyOf(row, replacement, places) }
  })
}

function statusOf(row: StoredReport, replacedById: string | null): Status {
  if (withdrawalOf(row)) return 'withdrawn'
  return replacedById ? 'replaced' : 'current'
}

/** What a report says of one metal, its coverage computed; undefined where it gives no figures. */
export function figuresOf(report: StoredReport, metal: Metal) {
  const { [`${metal}Ounces` as const]: ounces, [`${metal}Tokens` as const]: tokens } = report
  if (ounces === null || tokens === null) return undefined
  return { ounces, tokens, coverage: coverageRatio(ounces, tokens) }
}

export type Figures = NonNullable<ReturnType<typeof figuresOf>>
