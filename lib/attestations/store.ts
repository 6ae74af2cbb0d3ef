import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated, isUniqueConflict } from '@/lib/database/errors'
import { type ReportEvent, withdrawalOf } from './archive'
import {
  definitionOf,
  mapColumns,
  type NewReport,
  pathOfFile,
  publicEventFields,
  publicFields,
  type ReportRow,
  reportFields,
} from './fields'
import { keptFingerprint } from './files'
import { enterChangesSoon } from './log/store'

// An answer waits for the entry of its change, which is published in any case.
const maxLogMs = 5_000

export type StoredReport = Awaited<ReturnType<typeof listReports>>[number]

/** All reports, withdrawn and replaced too, newest month first, then latest published first; events oldest first. */
export async function listReports() {
  const database = await getDatabase()
  const orderBy = [{ reportDate: 'desc' as const }, { createdAt: 'desc' as const }, { id: 'desc' as const }]
  const reports = await database.attestation.findMany({ orderBy, select: publicFields })
  const [events, moves] = [await findEvents(), await findMoves()]
  return reports.map((report) => withHistory(report, events, moves))
}

type Row = ReportRow & { id: string; createdAt: Date }
type Move = { fileUrl: string; at: Date }

/** A report at its current address; `moved` has the one that it was published with. */
function withHistory(row: Row, events: Map<string, ReportEvent[]>, moves: Map<string, Move>) {
  const move = moves.get(row.id)
  const moved = move ? { from: row.fileUrl, at: move.at } : null
  return { ...row, fileUrl: move?.fileUrl ?? row.fileUrl, moved, events: events.get(row.id) ?? [] }
}

/** Where the files of reports were moved to, of one report or of all, by the report's id. */
async function findMoves(where: { attestationId?: string } = {}): Promise<Map<string, Move>> {
  const database = await getDatabase()
  const select = { attestationId: true, fileUrl: true, at: true }
  const rows = await database.attestationFileMove.findMany({ where, select })
  return new Map(rows.map(({ attestationId, ...move }) => [attestationId, move]))
}

/** Gives files of this site a path where their report was published with an address that includes SITE_URL. */
export async function moveOwnFiles(now = new Date()): Promise<void> {
  const database = await getDatabase()
  const where = { fileUrl: { startsWith: 'http', contains: '/files/' } }
  const reports = await database.attestation.findMany({ where, select: { id: true, fileUrl: true } })
  const moves = await findMoves()
  for (const { id, fileUrl } of reports) {
    const sha256 = moves.has(id) ? undefined : await keptFingerprint(fileUrl)
    if (sha256 === undefined) continue
    const data = { attestationId: id, fileUrl: pathOfFile(sha256), at: now }
    // Another process may be doing the same.
    await isCreated(database.attestationFileMove.create({ data, select: { attestationId: true } }))
  }
}

/** The events of one report or of all, oldest first, by the report's id. */
async function findEvents(where: { attestationId?: string } = {}): Promise<Map<string, ReportEvent[]>> {
  const database = await getDatabase()
  const orderBy = [{ attestationId: 'asc' as const }, { sequence: 'asc' as const }]
  const rows = await database.attestationEvent.findMany({ where, orderBy, select: publicEventFields })
  const events = new Map<string, ReportEvent[]>()
  for (const { attestationId, kind, ...row } of rows) {
    const event = { ...row, kind: kind as ReportEvent['kind'] }
    const earlier = events.get(attestationId)
    if (earlier) earlier.push(event)
    else events.set(attestationId, [event])
  }
  return events
}

type Saved = StoredReport | 'key_reused' | 'unknown_report' | 'already_replaced'

/** Publishes a report durably. The same key and report return the first; a second replacement is refused. */
export async function saveReport(
  report: NewReport,
  idempotencyKey: string,
  operator: string,
  now = new Date(),
): Promise<Saved> {
  const database = await getDatabase()
  const fields = mapColumns((field) => report[field]) as ReportRow
  if (fields.replacesId !== null && !(await findReport({ id: fields.replacesId }))) return 'unknown_report'
  const data = { id: randomUUID(), idempotencyKey, ...fields, createdAt: now, createdBy: operator }
  try {
    const stored = await database.attestation.create({ data, select: publicFields })
    await enterChangesSoon(maxLogMs)
    return { ...stored, moved: null, events: [] }
  } catch (error) {
    if (!isUniqueConflict(error)) throw error
  }
  return (await findPublished(report, idempotencyKey)) ?? 'already_replaced'
}

/** The report published under a key, 'key_reused' where it is another one, or undefined where there is none. */
export async function findPublished(
  report: NewReport,
  idempotencyKey: string,
): Promise<StoredReport | 'key_reused' | undefined> {
  const first = await findReport({ idempotencyKey })
  if (!first) return undefined
  const same = reportFields.every((field) => first[definitionOf(field).column as keyof ReportRow] === report[field])
  return same ? first : 'key_reused'
}

export async function findReport(
  where: { id: string } | { idempotencyKey: string },
): Promise<StoredReport | undefined> {
  const database = await getDatabase()
  const report = await database.attestation.findUnique({ where, select: publicFields })
  if (!report) return undefined
  const own = { attestationId: report.id }
  return withHistory(report, await findEvents(own), await findMoves(own))
}

/** Takes a report off the list; its history says when and why, and the database who. */
export async function withdrawReport(
  id: string,
  operator: string,
  reason: string | null,
  now = new Date(),
): Promise<StoredReport | 'not_found' | 'already_withdrawn'> {
  const report = await findReport({ id })
  if (!report) return 'not_found'
  if (withdrawalOf(report)) return 'already_withdrawn'
  const next = await addEvent(report, { kind: 'withdrawn', at: now, reason }, operator)
  return next ?? 'already_withdrawn'
}

export async function restoreReport(
  id: string,
  operator: string,
  now = new Date(),
): Promise<StoredReport | 'not_found' | 'not_withdrawn'> {
  const report = await findReport({ id })
  if (!report) return 'not_found'
  if (!withdrawalOf(report)) return 'not_withdrawn'
  const next = await addEvent(report, { kind: 'restored', at: now, reason: null }, operator)
  return next ?? 'not_withdrawn'
}

/** Undefined when another operator was quicker: withdrawals and restorations alternate, so it is done. */
async function addEvent(
  report: StoredReport,
  change: Omit<ReportEvent, 'sequence'>,
  operator: string,
): Promise<StoredReport | undefined> {
  const database = await getDatabase()
  const event = { ...change, sequence: (report.events.at(-1)?.sequence ?? 0) + 1 }
  const data = { id: randomUUID(), attestationId: report.id, operator, ...event }
  const added = await isCreated(database.attestationEvent.create({ data, select: { id: true } }))
  if (added) await enterChangesSoon(maxLogMs)
  return added ? { ...report, events: [...report.events, event] } : undefined
}
