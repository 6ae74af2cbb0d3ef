import { getDatabase } from '@/lib/database/client'
import { enterChangesSoon, readLogState } from './log/store'

// Rows are only ever added, so the counts show each change; the newest ids tell a restored database apart.
/**
 * A text that differs after every change of the reports, by whichever process. What a process could not enter in the log
 * before it ended is entered here.
 */
export async function reportsRevision(): Promise<string> {
  const { rows, log } = await readCounts()
  if (rows.changes > log.changes) {
    await enterChangesSoon()
    return JSON.stringify(await readCounts())
  }
  return JSON.stringify({ rows, log })
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
