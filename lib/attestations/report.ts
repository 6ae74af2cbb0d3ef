// A report and what happens to it: the types that storage, history and log share.
import type { ReportRow } from './fields'

/**
 * What happened to a report after publication, without the operator's name.
 * `sequence` starts at 1.
 */
export type ReportEvent = {
  sequence: number
  kind: 'withdrawn' | 'restored'
  at: Date
  reason: string | null
}

/** A published report with its events, the oldest first. `moved`: the file's address before, and since when. */
export type StoredReport = ReportRow & {
  id: string
  createdAt: Date
  moved: { from: string; at: Date } | null
  events: ReportEvent[]
}

/** Where a change is in the log: `sequence` counts from 1, `hash` is SHA-256 in hexadecimal. */
export type LogPlace = { sequence: number; hash: string }
