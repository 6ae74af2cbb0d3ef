import { eventId } from './log/changes'
import type { LogPlace } from './log/store'
import type { StoredReport } from './store'

/** What happened to a report after it was published; the operator is not named. `sequence` counts from 1. */
export type ReportEvent = { sequence: number; kind: 'withdrawn' | 'restored'; at: Date; reason: string | null }

/** The withdrawal that is in force, if one is: what happened last counts. Events stand oldest first. */
export function withdrawalOf({ events }: { events: ReportEvent[] }): ReportEvent | undefined {
  const last = events.at(-1)
  return last?.kind === 'withdrawn' ? last : undefined
}

/** What happened to a report, and where the log says so; null until it does. */
export type HistoryEvent = {
  kind: 'added' | 'replaced' | ReportEvent['kind']
  at: Date
  reason: string | null
  entry: LogPlace | null
}

/** All that happened to a report, oldest first; of what happened at once, its addition first. */
export function historyOf(
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
