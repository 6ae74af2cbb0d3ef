import type { LogEntry } from '../response-schema'
import { findBreak, type Log, readPayload, signedText } from './chain'

export type Compared = {
  state:
    | 'unchanged'
    | 'extended'
    | 'shorter'
    | 'differs'
    | 'copyBroken'
    | 'logBroken'
    | 'signatureWrong'
  /** The number of entries that were added or are missing. */
  count?: number
  /** The first bad entry. */
  entry?: number
  /** The number of verified signatures; absent if they cannot be verified. */
  signed?: number
  /** The entry of a key that no earlier key vouches for. */
  unvouched?: number
}

export async function compareLogs(copy: Log, today: Log): Promise<Compared> {
  const brokenCopy = findBreak(copy)
  if (brokenCopy) return { state: 'copyBroken', entry: brokenCopy }
  const brokenLog = findBreak(today)
  if (brokenLog) return { state: 'logBroken', entry: brokenLog }
  const different = copy.entries.findIndex(
    ({ hash }, index) => today.entries[index]?.hash !== hash,
  )
  if (different >= 0 && different < today.entries.length)
    return { state: 'differs', entry: different + 1 }
  const count = today.entries.length - copy.entries.length
  if (count < 0) return { state: 'shorter', count: -count }
  const state = count === 0 ? 'unchanged' : 'extended'
  if (!(await canVerify())) return { state, count }
  const inCopy = await inspectSignatures(copy)
  if (inCopy.wrong)
    return {
      state: 'copyBroken',
      entry: Math.min(inCopy.wrong, copy.entries.length),
    }
  const { wrong, ...signatures } = await inspectSignatures(today)
  if (wrong)
    return {
      state: 'signatureWrong',
      entry: Math.min(wrong, today.entries.length),
    }
  return { state, count, ...signatures }
}

export function parseLog(text: string): Log | undefined {
  try {
    const log = JSON.parse(text)
    const isLog =
      typeof log.head.sequence === 'number' &&
      Array.isArray(log.entries) &&
      log.entries.every(isEntry)
    return isLog ? log : undefined
  } catch {
    return undefined
  }
}

function isEntry(entry: LogEntry): boolean {
  return typeof entry.payload === 'string' && typeof entry.hash === 'string'
}

type SignatureFindings = { signed: number; wrong?: number; unvouched?: number }

/**
 * Checks every signature against the keys that the log itself introduces. A
 * key's entry precedes everything that the key signs.
 */
export async function inspectSignatures({
  head,
  entries,
}: Log): Promise<SignatureFindings> {
  const keys = new Map<string, string>()
  const isSigned = async (
    what: 'entry' | 'head',
    { key_id, signature, ...signed }: Log['head'],
  ) => {
    const key = keys.get(key_id ?? '')
    return (
      key &&
      signature &&
      (await verify(key, signedText(what, signed), signature))
    )
  }
  let signed = 0
  let unvouched: number | undefined
  for (const entry of entries) {
    const { key } = readPayload(entry)
    const wrong = { signed, unvouched, wrong: entry.sequence }
    if (key) {
      if (keys.has(key.id)) return wrong
      if (keys.size > 0 && key.id === entry.key_id) unvouched ??= entry.sequence
      keys.set(key.id, key.public_key)
    }
    if (entry.signature === null && !key) continue
    if (!(await isSigned('entry', entry))) return wrong
    signed++
  }
  if (head.signature !== null && !(await isSigned('head', head))) {
    return { signed, unvouched, wrong: entries.length + 1 }
  }
  return { signed, unvouched }
}

// Returns false for pages without https, which have no WebCrypto, and for older
// browsers, which do not support Ed25519.
async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return true
  } catch {
    return false
  }
}

/**
 * Whether an Ed25519 key (SPKI in base64) made the signature (base64) of a
 * text.
 */
async function verify(
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey(
      'spki',
      bytesOf(publicKey),
      'Ed25519',
      false,
      ['verify'],
    )
    return await crypto.subtle.verify(
      'Ed25519',
      key,
      bytesOf(signature),
      new TextEncoder().encode(text),
    )
  } catch {
    return false
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
