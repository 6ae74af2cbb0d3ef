import { findBreak, type Log, type LogEntry } from './chain'
import { inspectSignatures, type Verify } from './signatures'

/** How today's log stands to a copy of it; an entry is the first one that something is wrong with. */
type Comparison =
  | { state: 'unchanged' }
  | { state: 'extended' | 'shorter'; count: number }
  | { state: 'copyBroken' | 'logBroken' | 'differs' | 'signatureWrong'; entry: number }

type Compared = Comparison & {
  /** How many of today's entries are signed; undefined where that could not be verified. */
  signed?: number
  /** The entry of a key that no earlier key vouches for. */
  unvouched?: number
}

const entriesAtOnce = 200

/** Compares a copy with today's log. Without `verify` signatures are not looked at. */
export async function compareLogs(copy: Log, today: Log, verify?: Verify): Promise<Compared> {
  const brokenCopy = await findBreakInPieces(copy)
  if (brokenCopy) return { state: 'copyBroken', entry: brokenCopy }
  const brokenLog = await findBreakInPieces(today)
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

// A page stays responsive in between.
async function findBreakInPieces(log: Log): Promise<number | undefined> {
  for (let start = 0; start < log.entries.length; start += entriesAtOnce) {
    const found = findBreak(log, start, Math.min(start + entriesAtOnce, log.entries.length))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve))
  }
  return findBreak(log, log.entries.length)
}

/** A copy of the log from a file's text; undefined where it is none. */
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
