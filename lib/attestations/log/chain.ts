import { sha256 } from '@noble/hashes/sha2.js'

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
  kind?: 'added' | 'replaced' | 'withdrawn' | 'restored' | 'key'
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
