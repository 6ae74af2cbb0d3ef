import { createHash } from 'node:crypto'
import { headers } from 'next/headers'
import { getDatabase } from '@/lib/database/client'
import { log } from '@/lib/log'
import { operatorOfSession } from '@/lib/operator/session'
import { yearPagePath } from '@/lib/routes'
import { type Report, toArchive } from './archive'
import { enterChangesSoon, findPlaces, readLogState } from './log/store'
import { yearsWithReports } from './series'
import { listReports, moveOwnFiles } from './store'

// Rows are only added, so their counts show each change; a row that somebody repaired with SQL shows after this time.
const maxAgeMs = 30_000

// Callers of `reportsRevision` wait one second at most.
const maxLogMs = 250

type Known = { counts: string; readAt: number; content: Promise<{ archive: Report[]; revision: string }> }

let known: Known | undefined

/** All reports, read again after each change and every 30 seconds. Rejects while the database is unavailable. */
export async function readArchive(): Promise<Report[]> {
  return (await readCurrent()).archive
}

/** A text that differs after every change of the reports, by any process. Enters missing changes in the log first. */
export async function reportsRevision(): Promise<string> {
  return (await readCurrent()).revision
}

export async function listYearPages(): Promise<string[]> {
  return yearsWithReports(await readArchive()).map(yearPagePath)
}

export async function loadArchive(): Promise<Report[] | undefined> {
  try {
    return await readArchive()
  } catch (error) {
    const { name, message } = error as Error
    log.error({ error: name, message }, 'the list of reports could not be loaded')
    return undefined
  }
}

/** The operator viewing the page, if any. Nobody while the database is unavailable. */
export async function signedInOperator(): Promise<string | undefined> {
  const requestHeaders = await headers()
  try {
    return await operatorOfSession(requestHeaders, { touch: false })
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the operator of a page could not be looked up')
    return undefined
  }
}

let areFilesMoved = false

async function readCurrent(): Promise<Awaited<Known['content']>> {
  if (!areFilesMoved) await moveOwnFiles()
  areFilesMoved = true
  const counts = await readSettledCounts()
  if (known?.counts !== counts || performance.now() - known.readAt > maxAgeMs) {
    const reading: Known = { counts, readAt: performance.now(), content: readContent(counts) }
    known = reading
    reading.content.catch(() => {
      if (known === reading) known = undefined
    })
  }
  return known.content
}

async function readContent(counts: string) {
  const [reports, places] = await Promise.all([listReports(), findPlaces()])
  const hash = createHash('sha256').update(JSON.stringify(reports)).digest('hex')
  return { archive: toArchive(reports, places), revision: `${counts} ${hash}` }
}

async function readSettledCounts(): Promise<string> {
  let counts = await readCounts()
  if (counts.changes > counts.log.changes) {
    await enterChangesSoon(maxLogMs)
    counts = await readCounts()
  }
  // The pages are not rendered again for each entry of a long log that is being written.
  return counts.changes > counts.log.changes ? `${counts.changes}` : JSON.stringify(counts)
}

async function readCounts() {
  const database = await getDatabase()
  const [reports, events, moves, log] = await Promise.all([
    database.attestation.count(),
    database.attestationEvent.count(),
    database.attestationFileMove.count(),
    readLogState(),
  ])
  return { changes: reports + events + moves, log }
}
