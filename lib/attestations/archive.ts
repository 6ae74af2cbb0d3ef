import { coverageRatio } from './decimal'
import { withdrawalOf } from './events'
import type { StoredReport } from './store'

export type Status = 'current' | 'replaced' | 'withdrawn'

export type Report = StoredReport & { status: Status; replacedById: string | null }

export type Metal = 'gold' | 'silver'
export const metals = ['gold', 'silver'] as const

/** The reports with their standing. A replaced report stays replaced even when its replacement is withdrawn. */
export function toArchive(rows: StoredReport[]): Report[] {
  const replacements = new Map(rows.map(({ id, replacesId }) => [replacesId, id]))
  return rows.map((row) => {
    const replacedById = replacements.get(row.id) ?? null
    return { ...row, replacedById, status: statusOf(row, replacedById) }
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
