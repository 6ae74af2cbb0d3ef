import { resolveWithin } from '@/lib/time-limit'
import { appendChanges, readLogState } from './log/log-store'
import { countChanges } from './report-store'

// Callers of `loadReportsState` wait one second at most.
const maxLogMs = 250

/**
 * Returns a text that differs after each change to the reports. First writes
 * missing changes to the log. Leaves the log out while a long one is being
 * written, so that pages are not rendered again for every entry.
 */
export async function readChangeCounts(): Promise<string> {
  let counts = await readCounts()
  if (counts.changes > counts.log.changes) {
    // Stops waiting after a while, and lets a log of many years be written in
    // the background.
    await resolveWithin(maxLogMs, appendChanges())
    counts = await readCounts()
  }
  return counts.changes > counts.log.changes
    ? `${counts.changes}`
    : JSON.stringify(counts)
}

async function readCounts() {
  const [changes, log] = await Promise.all([countChanges(), readLogState()])
  return { changes, log }
}
