// Loads reports from the database. While it is unavailable, functions named
// `read…` reject, and functions named `load…` log the reason and resolve to
// undefined.
import { hash } from 'node:crypto'
import { headers } from 'next/headers'
import { isSupplyRead } from '@/lib/chain/contracts'
import { followSupply } from '@/lib/chain/follow-supply'
import { operatorOfSession } from '@/lib/operator/session'
import type { ReportsState } from '@/lib/process-state'
import { yearPagePath } from '@/lib/routes'
import { tryOrLog } from '@/lib/try-or-log'
import { type Report, toArchive } from './archive'
import { recordAndCountChanges } from './change-counts'
import { findFileSizes } from './file-store'
import { findLogPositions } from './log/log-store'
import { yearsWithReports } from './report-pages'
import { listReports, normalizeFileAddresses } from './report-store'

// The time after which all reports are read again, because changed counts
// reveal only added rows and not a row repaired with SQL.
const maxAgeMs = 30_000

/**
 * The cached reports, valid until the counts in the database differ from
 * `counts`.
 */
type CachedArchive = {
  counts: string
  readAt: number
  archive: Report[]
  revision: string
}

let cached: CachedArchive | undefined
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
  return tryOrLog(
    'the revision of the reports could not be read',
    readReportsState,
  )
}

async function readReportsState(): Promise<ReportsState> {
  const { revision, archive } = await readCurrent()
  // Includes the day, because it decides which months a page shows as missing.
  const today = new Date().toISOString().slice(0, 10)
  const reading = isSupplyRead() ? await followSupply(0) : undefined
  return {
    revision: [today, revision, reading?.readAt.toISOString()].join(' '),
    yearPages: yearsWithReports(archive).map(yearPagePath),
  }
}

export function loadArchive(): Promise<Report[] | undefined> {
  return tryOrLog('the list of reports could not be loaded', readArchive)
}

/**
 * Returns the operator viewing the page, or undefined if there is none or the
 * database is unavailable.
 */
export async function signedInOperator(): Promise<string | undefined> {
  const sent = await headers()
  return tryOrLog('the signed-in operator could not be looked up', () =>
    operatorOfSession(sent, { touch: false }),
  )
}

async function readCurrent(): Promise<CachedArchive> {
  if (!areFilesMoved) await normalizeFileAddresses()
  areFilesMoved = true
  const counts = await recordAndCountChanges()
  const readAt = performance.now()
  if (cached?.counts === counts && readAt - cached.readAt <= maxAgeMs)
    return cached
  const [reports, positions, sizes] = await Promise.all([
    listReports(),
    findLogPositions(),
    findFileSizes(),
  ])
  const revision = `${counts} ${hash('sha256', JSON.stringify(reports))}`
  const archive = toArchive(reports, positions, sizes)
  cached = { counts, readAt, archive, revision }
  return cached
}
