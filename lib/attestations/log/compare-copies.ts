import type { LogEntry } from '../response-schema'
import { canVerify, checkSignatures } from './check-signatures'
import { findBreak, type Log } from './hash-chain'

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
  const unsigned = copy.entries.findIndex(
    ({ signature }, index) =>
      signature !== null && today.entries[index]?.signature === null,
  )
  if (unsigned >= 0) return { state: 'signatureWrong', entry: unsigned + 1 }
  const state = count === 0 ? 'unchanged' : 'extended'
  if (!(await canVerify())) return { state, count }
  const inCopy = await checkSignatures(copy)
  if (inCopy.wrong)
    return {
      state: 'copyBroken',
      entry: Math.min(inCopy.wrong, copy.entries.length),
    }
  const { wrong, ...signatures } = await checkSignatures(today)
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
