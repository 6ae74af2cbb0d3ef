// The types for a report and its events, which storage, history and log share.
import type { ReportRow } from './fields'

/**
 * An event after a report's publication, without the operator's name.
 * `sequence` starts at 1.
 */
export type ReportEvent = {
  sequence: number
  kind: 'withdrawn' | 'restored'
  at: Date
  reason: string | null
}

/**
 * A published report with its events, the oldest first. `moved` contains the
 * file's previous address and the time of the move.
 */
export type StoredReport = ReportRow & {
  id: string
  createdAt: Date
  moved: { from: string; at: Date } | null
  events: ReportEvent[]
}

/**
 * Where a change is in the log: `sequence` counts from 1, `hash` is SHA-256 in
 * hexadecimal.
 */
export type LogPosition = { sequence: number; hash: string }
