// The types for a report and its events, which storage, history and log share.
import type { ReportRow } from './fields'

/** An event after a report's publication, without the operator's name. */
export type ReportEvent = {
  /** Starts at 1. */
  sequence: number
  kind: 'withdrawn' | 'restored'
  at: Date
  reason: string | null
}

/** A published report. */
export type StoredReport = ReportRow & {
  id: string
  createdAt: Date
  /** The file's previous address, and the time of the move. */
  moved: { from: string; at: Date } | null
  /** The oldest first. */
  events: ReportEvent[]
}

/** Where a change is in the log. */
export type LogPosition = {
  /** Counts from 1. */
  sequence: number
  /** SHA-256 in hexadecimal. */
  hash: string
}
