import { sha256 } from '@noble/hashes/sha2.js'
import { reportDefinitions, reportFields } from '@/lib/attestations/fields'
import type { ReportEvent, StoredReport } from '@/lib/attestations/report'
import type { LogEntry, LogJson } from '@/lib/attestations/response-schema'
import { recordOf, toHex } from '@/lib/text'

// Shared by the server, the commands and the browser.

export type Log = Pick<LogJson, 'head' | 'entries'>

export const firstHash = '0'.repeat(64)

/**
 * Returns the SHA-256, in hexadecimal, of the previous entry's hash followed by
 * this entry's payload.
 */
export function chainHash(previousHash: string, payload: string): string {
  const digest = sha256(new TextEncoder().encode(previousHash + payload))
  return toHex(digest)
}

export function signedText(
  what: 'entry' | 'head',
  { sequence, hash }: Pick<LogEntry, 'sequence' | 'hash'>,
): string {
  return `attestations ${what} ${sequence} ${hash}`
}

/** The content of an entry's payload, whose members depend on its kind. */
type Payload = {
  kind?: 'added' | 'replaced' | 'withdrawn' | 'restored' | 'moved' | 'key'
  at?: string
  sequence?: number
  report?: Record<string, string> & { id: string }
  reason?: string
  key?: { id: string; public_key: string }
}

export function readPayload({ payload }: Pick<LogEntry, 'payload'>): Payload {
  try {
    return JSON.parse(payload) ?? {}
  } catch {
    return {}
  }
}

export function findBreak({ head, entries }: Log): number | undefined {
  let previous = firstHash
  for (const [index, entry] of entries.entries()) {
    const isNext =
      entry.sequence === index + 1 &&
      readPayload(entry).sequence === entry.sequence
    if (
      !isNext ||
      entry.previous_hash !== previous ||
      entry.hash !== chainHash(previous, entry.payload)
    ) {
      return index + 1
    }
    previous = entry.hash
  }
  const isHead = head.sequence === entries.length && head.hash === previous
  return isHead ? undefined : Math.min(head.sequence, entries.length) + 1
}

/** A change to record in the log, after the change with the id `dependsOn`. */
export type ReportChange = {
  id: string
  dependsOn: string | null
  at: Date
  content: object
}

/**
 * Lists every change to the reports. Omits empty fields, so that adding a field
 * does not alter older payloads.
 */
export function changesOf(reports: StoredReport[]): ReportChange[] {
  return reports.flatMap((report) => {
    const { id, replacesId, createdAt, events, moved } = report
    const published = { ...report, fileUrl: moved?.from ?? report.fileUrl }
    const fields = recordOf(
      reportFields,
      (field) => published[reportDefinitions[field].column] ?? undefined,
    )
    const kind = replacesId === null ? 'added' : 'replaced'
    const addition = { kind, report: { id, ...fields } }
    const move = { kind: 'moved', report: { id, file_url: report.fileUrl } }
    return [
      { id, dependsOn: replacesId, at: createdAt, content: addition },
      ...events.map((event) => eventChange(id, event)),
      ...(moved
        ? [{ id: `${id}/file`, dependsOn: id, at: moved.at, content: move }]
        : []),
    ]
  })
}

function eventChange(
  reportId: string,
  { sequence, kind, at, reason }: ReportEvent,
): ReportChange {
  const content = {
    kind,
    report: { id: reportId },
    reason: reason ?? undefined,
  }
  const dependsOn = sequence > 1 ? eventId(reportId, sequence - 1) : reportId
  return { id: eventId(reportId, sequence), dependsOn, at, content }
}

export function eventId(reportId: string, sequence: number): string {
  return `${reportId}/${sequence}`
}

const names = [
  ...reportFields,
  'id',
  'key',
  'public_key',
  'kind',
  'at',
  'sequence',
  'report',
  'reason',
].sort()

/**
 * Writes JSON with exactly one spelling (RFC 8785): sorted names, no spaces,
 * undefined members omitted.
 */
export function payloadOf(
  { at, content }: Pick<ReportChange, 'at' | 'content'>,
  sequence: number,
): string {
  return JSON.stringify({ ...content, at: at.toISOString(), sequence }, names)
}

/**
 * Sorts changes by time, but each after the change it depends on, because clocks
 * may be wrong.
 */
export function sortByDependency(changes: ReportChange[]): ReportChange[] {
  const sorted = changes.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1),
  )
  const byId = new Map(sorted.map((change) => [change.id, change]))
  const ordered = new Set<ReportChange>()
  for (const change of sorted) add(change)
  return [...ordered]

  function add(change: ReportChange) {
    const before = byId.get(change.dependsOn ?? '')
    if (before && !ordered.has(before)) add(before)
    ordered.add(change)
  }
}
