import { hash } from 'node:crypto'
import { headers } from 'next/headers'
import { getDatabase } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { operatorOfSession } from '@/lib/operator/session'
import { within } from '@/lib/time-limit'
import { type Report, toArchive } from './archive'
import { enterChanges, findPlaces, readLogState } from './log/store'
import { listReports, moveFiles } from './store'

// Rows are only added, so their counts show each change; a row that somebody repaired with SQL shows after this time.
const maxAgeMs = 30_000

// Callers of `reportsRevision` wait one second at most.
const maxLogMs = 250

type Known = {
  counts: string
  readAt: number
  archive: Report[]
  revision: string
}

let known: Known | undefined
let areFilesMoved = false

/** All reports, read again after each change and every 30 seconds. Rejects while the database is unavailable. */
export async function readArchive(): Promise<Report[]> {
  return (await readCurrent()).archive
}

/** A text that differs after every change of the reports, by any process. Enters missing changes in the log first. */
export async function reportsRevision(): Promise<string> {
  return (await readCurrent()).revision
}

/** All reports; undefined while the database is unavailable. */
export function loadArchive(): Promise<Report[] | undefined> {
  return orLogged(readArchive(), 'the list of reports could not be loaded')
}

/** The operator viewing the page, if any. Nobody while the database is unavailable. */
export async function signedInOperator(): Promise<string | undefined> {
  const operator = operatorOfSession(await headers(), { touch: false })
  return orLogged(operator, 'the operator of a page could not be looked up')
}

async function orLogged<Value>(
  loading: Promise<Value>,
  sentence: string,
): Promise<Value | undefined> {
  try {
    return await loading
  } catch (error) {
    log.error(describeError(error), sentence)
    return undefined
  }
}

async function readCurrent(): Promise<Known> {
  if (!areFilesMoved) await moveFiles()
  areFilesMoved = true
  const counts = await readSettledCounts()
  const readAt = performance.now()
  if (known?.counts === counts && readAt - known.readAt <= maxAgeMs)
    return known
  const [reports, places] = await Promise.all([listReports(), findPlaces()])
  const revision = `${counts} ${hash('sha256', JSON.stringify(reports))}`
  known = { counts, readAt, archive: toArchive(reports, places), revision }
  return known
}

async function readSettledCounts(): Promise<string> {
  let counts = await readCounts()
  if (counts.changes > counts.log.changes) {
    // Writing a log of years goes on meanwhile.
    await within(maxLogMs, enterChanges())
    counts = await readCounts()
  }
  // The pages are not rendered again for each entry of a long log that is being written.
  return counts.changes > counts.log.changes
    ? `${counts.changes}`
    : JSON.stringify(counts)
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
