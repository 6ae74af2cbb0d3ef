import { sha256 } from '@noble/hashes/sha2.js'
import type { ReportEvent } from '@/lib/attestations/archive'
import { type ReportRow, reportDefinitions, reportFields } from '@/lib/attestations/fields'

// For the server, the commands and the browser alike.

export type LogEntry = {
  sequence: number
  payload: string
  previous_hash: string
  hash: string
  key_id: string | null
  signature: string | null
}

export type Head = Pick<LogEntry, 'sequence' | 'hash' | 'key_id' | 'signature'>

export type Log = { head: Head; entries: LogEntry[] }

/** The hash before the first entry. */
export const firstHash = '0'.repeat(64)

/** SHA-256 in hexadecimal of the hash before an entry, followed by its payload. */
export function chainHash(previousHash: string, payload: string): string {
  const digest = sha256(new TextEncoder().encode(previousHash + payload))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a key signs of an entry, or of the log's head. */
export function signedText(what: 'entry' | 'head', { sequence, hash }: Pick<LogEntry, 'sequence' | 'hash'>): string {
  return `attestations ${what} ${sequence} ${hash}`
}

/** What an entry's payload says; parts that its kind does not have are missing. */
type Payload = {
  kind?: 'added' | 'replaced' | 'withdrawn' | 'restored' | 'moved' | 'key'
  at?: string
  sequence?: number
  report?: Record<string, string> & { id: string }
  reason?: string
  key?: { id: string; public_key: string }
}

/** The payload as an object; empty where it is none, as in a file that somebody wrote by hand. */
export function readPayload({ payload }: Pick<LogEntry, 'payload'>): Payload {
  try {
    return JSON.parse(payload) ?? {}
  } catch {
    return {}
  }
}

/** The first entry that does not follow from the one before it; undefined where all do, up to the head. */
export function findBreak({ head, entries }: Log, from = 0, to = entries.length): number | undefined {
  for (let index = from; index < to; index++) {
    const entry = entries[index]
    const previous = entries[index - 1]?.hash ?? firstHash
    const isNext = entry?.sequence === index + 1 && readPayload(entry).sequence === entry.sequence
    if (!isNext || entry.previous_hash !== previous || entry.hash !== chainHash(previous, entry.payload))
      return index + 1
  }
  const last = entries.at(-1)
  const ends = head.sequence === entries.length && head.hash === (last?.hash ?? firstHash)
  return to < entries.length || ends ? undefined : Math.min(head.sequence, entries.length) + 1
}

type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

/** JSON of which there is one text only: names sorted, no spaces (RFC 8785); what is undefined is left out. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  const members = given
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

type ReportChange = ReportRow & { id: string; createdAt: Date; moved?: { from: string } | null }
type EventChange = ReportEvent & { attestationId: string }

/** A change to the list of reports that belongs in the log, after the one that it builds on. */
export type Change = { id: string; after: string | null; at: Date; content: object }

/** A report that was added, or that replaced another. Fields without a value are left out, so that a new one changes no
 * payload of before it. */
export function additionOf(report: ReportChange): Change {
  const { id, replacesId, createdAt, moved } = report
  const published = { ...report, fileUrl: moved?.from ?? report.fileUrl }
  const fields = reportFields.map((field) => [field, published[reportDefinitions[field].column] ?? undefined])
  const kind = replacesId === null ? 'added' : 'replaced'
  return { id, after: replacesId, at: createdAt, content: { kind, report: { id, ...Object.fromEntries(fields) } } }
}

/** A withdrawal or restoration. */
export function eventChange({ attestationId, sequence, kind, at, reason }: EventChange): Change {
  const content = { kind, report: { id: attestationId }, reason: reason ?? undefined }
  const after = sequence > 1 ? eventId(attestationId, sequence - 1) : attestationId
  return { id: eventId(attestationId, sequence), after, at, content }
}

/** A file of this site that has a path since `at`. */
export function moveChange({ id, fileUrl, at }: { id: string; fileUrl: string; at: Date }): Change {
  return { id: moveId(id), after: id, at, content: { kind: 'moved', report: { id, file_url: fileUrl } } }
}

function moveId(attestationId: string): string {
  return `${attestationId}/file`
}

/** What an event is called in the log. */
export function eventId(attestationId: string, sequence: number): string {
  return `${attestationId}/${sequence}`
}

/** The payload of the entry with this number: what its hash is made of. */
export function payloadOf({ at, content }: Pick<Change, 'at' | 'content'>, sequence: number): string {
  return canonicalJson({ ...content, at: at.toISOString(), sequence })
}

/** By time, but none before the change that it builds on, whatever the clock said. */
export function inOrder(changes: Change[]): Change[] {
  const sorted = [...changes].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  const pending = new Set(sorted.map(({ id }) => id))
  const followers = new Map<string, Change[]>()
  const ordered: Change[] = []
  for (const change of sorted) {
    const { after } = change
    if (after !== null && pending.has(after)) followers.set(after, [...(followers.get(after) ?? []), change])
    else addWithFollowers(change)
  }
  return ordered

  function addWithFollowers(first: Change) {
    const stack = [first]
    for (let next = stack.pop(); next; next = stack.pop()) {
      ordered.push(next)
      pending.delete(next.id)
      stack.push(...(followers.get(next.id) ?? []).toReversed())
      followers.delete(next.id)
    }
  }
}
