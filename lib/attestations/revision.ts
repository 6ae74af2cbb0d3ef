import { getDatabase } from '@/lib/database/client'
import { enterChangesSoon, readLogState } from './log/store'

// Those who ask for the revision wait for a second at most.
const maxLogMs = 250

// Rows are only ever added, so the counts show each change; the newest ids tell a restored database apart.
/**
 * A text that differs after every change of the reports, by whichever process. What a process could not enter in the log
 * before it ended is entered here.
 */
export async function reportsRevision(): Promise<string> {
  let counts = await readCounts()
  if (isBehind(counts)) {
    await enterChangesSoon(maxLogMs)
    counts = await readCounts()
  }
  // Not with each entry of a long log that is being written.
  return JSON.stringify(isBehind(counts) ? counts.rows : counts)
}

function isBehind({ rows, log }: Awaited<ReturnType<typeof readCounts>>): boolean {
  return rows.changes > log.changes
}

async function readCounts() {
  const database = await getDatabase()
  const newest = { select: { id: true }, take: 1 }
  const [reports, report, events, event, log] = await Promise.all([
    database.attestation.count(),
    database.attestation.findMany({ ...newest, orderBy: { createdAt: 'desc' } }),
    database.attestationEvent.count(),
    database.attestationEvent.findMany({ ...newest, orderBy: { at: 'desc' } }),
    readLogState(),
  ])
  return { rows: { changes: reports + events, reports, report, event }, log }
}
