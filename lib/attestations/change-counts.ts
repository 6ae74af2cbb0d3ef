import { resolveWithin } from '@/lib/time-limit'
import { appendChanges, readLogState } from './log/log-store'
import { countChanges } from './report-store'

// Leaves time for the rest of `loadReportsState`, whose callers wait one second
// at most.
const maxLogMs = 250

/**
 * Returns a text that differs after each change to the reports. First writes
 * missing changes to the log. Ignores the log while many entries are being
 * written, so that pages are not rendered again for every entry.
 */
export async function readChangeCounts(): Promise<string> {
  let counts = await readCounts()
  if (counts.changes > counts.log.changes) {
    // Stops waiting after `maxLogMs`, so that the log of many years is
    // completed in the background.
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
