// Loads reports from the database. While it is unavailable, functions named
// `read…` reject, and functions named `load…` log the reason and resolve to
// undefined.
import { hash } from 'node:crypto'
import { headers } from 'next/headers'
import { isSupplyRead } from '@/lib/chain/contracts'
import { followSupply } from '@/lib/chain/follow-supply'
import { describeError } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { operatorOfSession } from '@/lib/operator/session'
import type { ReportsState } from '@/lib/process-state'
import { yearPagePath } from '@/lib/routes'
import { within } from '@/lib/time-limit'
import { type Report, toArchive } from './archive'
import { findFileSizes } from './file-store'
import { appendChanges, findLogPositions, readLogState } from './log/store'
import { yearsWithReports } from './series'
import { countChanges, listReports, moveFiles } from './store'

// Rows are only ever added, so a changed count reveals every change; a row
// repaired with SQL shows up after this time.
const maxAgeMs = 30_000

// Callers of `loadReportsState` wait one second at most.
const maxLogMs = 250

type Known = {
  counts: string
  readAt: number
  archive: Report[]
  revision: string
}

let known: Known | undefined
let areFilesMoved = false

/** Reads all reports, cached until one changes and for at most 30 seconds. */
export async function readArchive(): Promise<Report[]> {
  return (await readCurrent()).archive
}

/**
 * Loads a revision that changes whenever the reports do, in any process, and
 * the paths of the year pages. First writes missing changes to the log.
 */
export function loadReportsState(): Promise<ReportsState | undefined> {
  return orLogged(
    readReportsState(),
    'the revision of the reports could not be read',
  )
}

async function readReportsState(): Promise<ReportsState> {
  const { revision, archive } = await readCurrent()
  // The day decides which months a page shows as missing.
  const today = new Date().toISOString().slice(0, 10)
  const reading = isSupplyRead() ? await followSupply(0) : undefined
  return {
    revision: [today, revision, reading?.readAt.toISOString()].join(' '),
    yearPages: yearsWithReports(archive).map(yearPagePath),
  }
}

export function loadArchive(): Promise<Report[] | undefined> {
  return orLogged(readArchive(), 'the list of reports could not be loaded')
}

/**
 * Returns the operator viewing the page, or undefined if there is none or the
 * database is unavailable.
 */
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
  const [reports, positions] = await Promise.all([
    listReports(),
    findLogPositions(),
  ])
  const revision = `${counts} ${hash('sha256', JSON.stringify(reports))}`
  const sizes = await findFileSizes(reports.map(({ fileUrl }) => fileUrl))
  const archive = toArchive(reports, positions, sizes)
  known = { counts, readAt, archive, revision }
  return known
}

async function readSettledCounts(): Promise<string> {
  let counts = await readCounts()
  if (counts.changes > counts.log.changes) {
    // Stops waiting after a while. Writing a log of many years continues in the
    // background.
    await within(maxLogMs, appendChanges())
    counts = await readCounts()
  }
  // While a long log is being written, pages are not re-rendered for every
  // entry.
  return counts.changes > counts.log.changes
    ? `${counts.changes}`
    : JSON.stringify(counts)
}

async function readCounts() {
  const [changes, log] = await Promise.all([countChanges(), readLogState()])
  return { changes, log }
}
