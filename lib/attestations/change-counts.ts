import { resolveWithin } from '@/lib/time-limit'
import { appendChanges, readLogState } from './log/log-store'
import { countChanges } from './report-store'

// Short, because callers of `loadReportsState` wait for at most one second, and
// most of that is for the rest of its work.
const maxLogMs = 250

/**
 * Returns a text that differs after each change to the reports. First appends
 * missing changes to the log. While many entries are still being appended, the
 * text does not depend on the log, so that pages are not rendered again for
 * every entry.
 */
export async function recordAndCountChanges(): Promise<string> {
  let counts = await countAll()
  if (counts.changes > counts.log.changes) {
    // Stops waiting after `maxLogMs`, because a log of many years takes long.
    // The append continues in the background.
    await resolveWithin(maxLogMs, appendChanges())
    counts = await countAll()
  }
  return counts.changes > counts.log.changes
    ? `${counts.changes}`
    : JSON.stringify(counts)
}

async function countAll() {
  const [changes, log] = await Promise.all([countChanges(), readLogState()])
  return { changes, log }
}
