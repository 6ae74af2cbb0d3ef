import type { LogEntry, LogJson } from '@/lib/attestations/response-schema'
import { findBreak, type Log, readPayload, signedText } from './chain'

/** How today's log compares to a copy of it; an entry is the first one that something is wrong with. */
type Comparison =
  | { state: 'unchanged' }
  | { state: 'extended' | 'shorter'; count: number }
  | { state: 'copyBroken' | 'logBroken' | 'differs' | 'signatureWrong'; entry: number }

type Compared = Comparison & {
  signed?: number
  /** The entry of a key that no earlier key vouches for. */
  unvouched?: number
}

/** Compares a copy with today's log. Without `verify` signatures are not checked. */
export async function compareLogs(copy: Log, today: Log, verify?: Verify): Promise<Compared> {
  const brokenCopy = findBreak(copy)
  if (brokenCopy) return { state: 'copyBroken', entry: brokenCopy }
  const brokenLog = findBreak(today)
  if (brokenLog) return { state: 'logBroken', entry: brokenLog }
  const comparison = compareEntries(copy.entries, today.entries)
  if (!verify || comparison.state === 'differs' || comparison.state === 'shorter') return comparison
  const inCopy = await inspectSignatures(copy, verify)
  if (inCopy.wrong) return { state: 'copyBroken', entry: Math.min(inCopy.wrong, copy.entries.length) }
  const { wrong, signed, unvouched } = await inspectSignatures(today, verify)
  if (wrong) return { state: 'signatureWrong', entry: Math.min(wrong, today.entries.length) }
  return { ...comparison, signed, unvouched }
}

function compareEntries(copy: LogEntry[], today: LogEntry[]): Comparison {
  const different = copy.findIndex(({ hash }, index) => today[index] && today[index].hash !== hash)
  if (different >= 0) return { state: 'differs', entry: different + 1 }
  const more = today.length - copy.length
  if (more < 0) return { state: 'shorter', count: -more }
  return more === 0 ? { state: 'unchanged' } : { state: 'extended', count: more }
}

export function parseLog(text: string): Log | undefined {
  try {
    const log = JSON.parse(text)
    const isLog = typeof log.head.sequence === 'number' && Array.isArray(log.entries) && log.entries.every(isEntry)
    return isLog ? log : undefined
  } catch {
    return undefined
  }
}

function isEntry(entry: LogEntry): boolean {
  return typeof entry.payload === 'string' && typeof entry.hash === 'string'
}

/** Whether an Ed25519 key (SPKI in base64) made the signature (base64) of a text. */
export type Verify = (publicKey: string, text: string, signature: string) => Promise<boolean>

type SignatureFindings = {
  signed: number
  wrong?: number
  unvouched?: number
}

/** Checks every signature with the keys that the log itself introduces: a key's entry comes before what it signs. */
export async function inspectSignatures({ head, entries }: Log, verify: Verify): Promise<SignatureFindings> {
  const keys = new Map<string, string>()
  const isWrong = async (what: 'entry' | 'head', { key_id, signature, ...signed }: Log['head'], own?: string) => {
    const key = keys.get(key_id ?? '') ?? own
    return !key || !signature || !(await verify(key, signedText(what, signed), signature))
  }
  let signed = 0
  let unvouched: number | undefined
  for (const entry of entries) {
    const { kind, key } = readPayload(entry)
    const introduced = kind === 'key' ? key : undefined
    const own = introduced && introduced.id === entry.key_id ? introduced.public_key : undefined
    const isSigned = entry.signature !== null
    const isKnown = introduced && keys.has(introduced.id)
    if (isKnown || ((isSigned || introduced) && (await isWrong('entry', entry, own)))) {
      return { signed, unvouched, wrong: entry.sequence }
    }
    if (isSigned) signed++
    if (!introduced) continue
    if (own && keys.size > 0) unvouched ??= entry.sequence
    keys.set(introduced.id, introduced.public_key)
  }
  if (head.signature !== null && (await isWrong('head', head))) return { signed, unvouched, wrong: entries.length + 1 }
  return { signed, unvouched }
}

export function keysOfLog({ entries }: Pick<Log, 'entries'>): LogJson['keys'] {
  return entries.flatMap((entry) => {
    const { kind, key } = readPayload(entry)
    if (kind !== 'key' || !key) return []
    const vouched_by = entry.key_id === key.id ? null : entry.key_id
    return [{ id: key.id, public_key: key.public_key, entry: entry.sequence, vouched_by }]
  })
}
