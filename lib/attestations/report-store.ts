import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated, isUniqueConflict } from '@/lib/database/errors'
import {
  type NewReport,
  publicFields,
  type ReportRow,
  reportDefinitionOf,
  reportFields,
  rowOf,
} from './fields'
import { normalizeFileAddress, pathOfFile } from './file-address'
import { storedFingerprint } from './file-store'
import type { ChangeOutcome } from './refusal'
import type { ReportEvent, StoredReport } from './report'

export async function listReports(): Promise<StoredReport[]> {
  const database = await getDatabase()
  const rows = await database.attestation.findMany({
    orderBy: [{ reportDate: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    select: publicFields,
  })
  const events = await findEvents()
  const moves = new Map(
    (await database.attestationFileMove.findMany()).map((move) => [
      move.attestationId,
      move,
    ]),
  )
  return rows.map((row) => {
    const move = moves.get(row.id)
    const moved = move ? { from: row.fileUrl, at: move.at } : null
    return {
      ...row,
      fileUrl: move?.fileUrl ?? row.fileUrl,
      moved,
      events: events.get(row.id) ?? [],
    }
  })
}

/** Counts reports, events and moved files, none of which is ever deleted. */
export async function countChanges(): Promise<number> {
  const database = await getDatabase()
  const [reports, events, moves] = await Promise.all([
    database.attestation.count(),
    database.attestationEvent.count(),
    database.attestationFileMove.count(),
  ])
  return reports + events + moves
}

async function findEvents(): Promise<Map<string, ReportEvent[]>> {
  const database = await getDatabase()
  const rows = await database.attestationEvent.findMany({
    orderBy: [{ attestationId: 'asc' }, { sequence: 'asc' }],
    select: {
      attestationId: true,
      sequence: true,
      kind: true,
      at: true,
      reason: true,
    },
  })
  const groups = Map.groupBy(rows, ({ attestationId }) => attestationId)
  return new Map(
    [...groups].map(([id, events]) => [
      id,
      events.map(({ attestationId, ...event }) => event as ReportEvent),
    ]),
  )
}

export async function findReport(
  id: string,
): Promise<StoredReport | undefined> {
  return (await listReports()).find((report) => report.id === id)
}

/**
 * Replaces addresses that older releases accepted. Files of this site get their
 * path instead of an address with SITE_URL, and other files get the normalized
 * address.
 */
export async function normalizeFileAddresses() {
  const database = await getDatabase()
  for (const { id, fileUrl, moved } of await listReports()) {
    if (moved || fileUrl.startsWith('/')) continue
    const sha256 = await storedFingerprint(fileUrl)
    const address =
      sha256 === undefined ? normalizeFileAddress(fileUrl) : pathOfFile(sha256)
    if (address === undefined || address === fileUrl) continue
    await isCreated(
      database.attestationFileMove.create({
        data: { attestationId: id, fileUrl: address, at: new Date() },
      }),
    )
  }
}

/**
 * Stores a report durably. If the same report is already stored under this id
 * or key, returns that. Refuses to replace a report a second time.
 */
export async function saveReport(
  report: NewReport,
  idempotencyKey: string,
  operator: string,
  { id = randomUUID(), now = new Date() }: { id?: string; now?: Date } = {},
): Promise<ChangeOutcome> {
  const database = await getDatabase()
  const data = {
    id,
    idempotencyKey,
    ...rowOf(report),
    createdAt: now,
    createdBy: operator,
  }
  try {
    const stored = await database.attestation.create({
      data,
      select: publicFields,
    })
    return { report: { ...stored, moved: null, events: [] } }
  } catch (error) {
    if (!isUniqueConflict(error)) throw error
  }
  const published = await findPublished(report, idempotencyKey, id)
  return published ?? { refusal: { code: 'already_replaced' } }
}

/**
 * Returns the report published under a key or an id, a refusal if it differs
 * from this one, or undefined if there is none.
 */
export async function findPublished(
  report: NewReport,
  idempotencyKey: string,
  id = '',
): Promise<ChangeOutcome | undefined> {
  const database = await getDatabase()
  const published = await database.attestation.findFirst({
    where: { OR: [{ id }, { idempotencyKey }] },
    select: { id: true },
  })
  const first = published && (await findReport(published.id))
  if (!first) return undefined
  const same = reportFields.every(
    (field) =>
      first[reportDefinitionOf(field).column as keyof ReportRow] ===
      report[field],
  )
  return same ? { report: first } : { refusal: { code: 'key_reused' } }
}

export async function addEvent(
  report: StoredReport,
  change: Omit<ReportEvent, 'sequence'>,
  operator: string,
): Promise<StoredReport | undefined> {
  const database = await getDatabase()
  const event = {
    ...change,
    sequence: (report.events.at(-1)?.sequence ?? 0) + 1,
  }
  const data = {
    id: randomUUID(),
    attestationId: report.id,
    operator,
    ...event,
  }
  const added = await isCreated(
    database.attestationEvent.create({ data, select: { id: true } }),
  )
  return added ? { ...report, events: [...report.events, event] } : undefined
}
