import { coverageRatio } from './decimal'
import { eventId } from './log/chain'
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

export function isCurrent({ status }: Report): boolean {
  return status === 'current'
}

export type Reserves = Pick<StoredReport, `${Metal}${'Ounces' | 'Tokens'}`>

export function figuresOf(report: Reserves, metal: Metal) {
  const { [`${metal}Ounces` as const]: ounces, [`${metal}Tokens` as const]: tokens } = report
  if (ounces === null || tokens === null) return undefined
  return { ounces, tokens, coverage: coverageRatio(ounces, tokens) }
}

export type Figures = NonNullable<ReturnType<typeof figuresOf>>

/** What happened to a report after it was published; the operator is not named. `sequence` counts from 1. */
export type ReportEvent = { sequence: number; kind: 'withdrawn' | 'restored'; at: Date; reason: string | null }

/** The withdrawal that is in force, if one is: what happened last counts. Events stand oldest first. */
export function withdrawalOf({ events }: { events: ReportEvent[] }): ReportEvent | undefined {
  const last = events.at(-1)
  return last?.kind === 'withdrawn' ? last : undefined
}

export type HistoryEvent = {
  kind: 'added' | 'replaced' | ReportEvent['kind']
  at: Date
  reason: string | null
  entry: LogPlace | null
}

function historyOf(
  report: StoredReport,
  replacement: StoredReport | undefined,
  places: ReadonlyMap<string, LogPlace>,
): HistoryEvent[] {
  const placeOf = (change: string) => places.get(change) ?? null
  const added = { kind: 'added' as const, at: report.createdAt, reason: null, entry: placeOf(report.id) }
  const later: HistoryEvent[] = report.events.map(({ sequence, kind, at, reason }) => {
    return { kind, at, reason, entry: placeOf(eventId(report.id, sequence)) }
  })
  if (!replacement) return [added, ...later]
  const replaced = {
    kind: 'replaced' as const,
    at: replacement.createdAt,
    reason: null,
    entry: placeOf(replacement.id),
  }
  const next = later.findIndex((event) => isAfter(event, replaced))
  return [added, ...later.toSpliced(next < 0 ? later.length : next, 0, replaced)]
}

// By the log, which no clock disturbs, where both are in it.
function isAfter(a: HistoryEvent, b: HistoryEvent): boolean {
  if (a.entry && b.entry) return a.entry.sequence > b.entry.sequence
  return a.at > b.at
}
