import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { within } from '@/lib/time-limit'
import type { ReportEvent } from '../archive'
import { publicEventFields, publicFields } from '../fields'
import {
  additionOf,
  type Change,
  chainHash,
  eventChange,
  firstHash,
  inOrder,
  type LogEntry,
  moveChange,
  payloadOf,
} from './chain'
import { currentSigningKey, type PublicKey, type SigningKey } from './signing-key'

// Prisma sends that many rows as one statement; more become a transaction (docs/decisions/02-databases.md).
const batchRows = 50
const maxAttempts = 100

type LinkedEntry = LogEntry & { changeId: string | null }

const linkFields = { sequence: true, hash: true } as const

/** Every entry, oldest first, with the change that it is about. */
export async function listEntries(): Promise<LinkedEntry[]> {
  const database = await getDatabase()
  const rows = await database.attestationLogEntry.findMany({
    orderBy: { sequence: 'asc' },
    select: { ...linkFields, changeId: true, payload: true, previousHash: true, keyId: true, signature: true },
  })
  return rows.map(({ previousHash, keyId, ...row }) => ({ ...row, previous_hash: previousHash, key_id: keyId }))
}

/** Where a change stands in the log. */
export type LogPlace = { sequence: number; hash: string }

/** The places of these changes, or of all, by change. */
export async function findPlaces(changeIds?: string[]): Promise<Map<string, LogPlace>> {
  const database = await getDatabase()
  const where = changeIds ? { changeId: { in: changeIds } } : {}
  const rows = await database.attestationLogEntry.findMany({ where, select: { ...linkFields, changeId: true } })
  return new Map(rows.flatMap(({ changeId, ...place }) => (changeId === null ? [] : [[changeId, place]])))
}

/** The last entry, and how many are about reports; another process's entries count as well. */
export async function readLogState() {
  const database = await getDatabase()
  const [last, { changeId: changes }] = await Promise.all([
    database.attestationLogEntry.findFirst({ orderBy: { sequence: 'desc' }, select: linkFields }),
    database.attestationLogEntry.count({ select: { changeId: true } }),
  ])
  return { last, changes }
}

type Writing = { running: Promise<void>; queued?: Promise<void> }

const writing: Writing = { running: Promise.resolve() }

/** Enters what was published and is not in the log yet. Never rejects: what fails is logged, and tried again later. */
export function enterChanges(): Promise<void> {
  writing.queued ??= writing.running.then(() => {
    writing.running = writing.queued ?? writing.running
    writing.queued = undefined
    return enterAndLog()
  })
  return writing.queued
}

/** The same for who waits for so many milliseconds at most: with the log of years to write, that goes on meanwhile. */
export async function enterChangesSoon(maxMs: number): Promise<void> {
  await within(maxMs, enterChanges())
}

async function enterAndLog(): Promise<void> {
  try {
    await enterPending(currentSigningKey())
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the log of reports could not be written')
  }
}

/** Enters a key, signed by the one that is used until now, or by itself. False where the log has it already. */
export async function enterKey(key: PublicKey, signer: SigningKey): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (await isKeyKnown(key.id)) return false
    const { last } = await readLogState()
    const { id, public_key } = key
    const change = { at: new Date(), content: { kind: 'key', key: { id, public_key } } }
    if (await insert(chain([change], last, signer))) return true
  }
  throw new Error('the log of reports is written by too many processes')
}

async function enterPending(key: SigningKey | undefined): Promise<void> {
  if (key && !(await isKeyKnown(key.id))) await enterKey(key, key)
  while (true) {
    // Read first: what others enter meanwhile comes after it.
    const { last } = await readLogState()
    const changes = inOrder(await findPending())
    if (changes.length === 0) return
    await enterInOrder(changes, last, key)
  }
}

async function enterInOrder(changes: Change[], before: LogPlace | null, key: SigningKey | undefined): Promise<void> {
  let last = before
  let rest = changes
  while (rest.length > 0) {
    const entries = chain(rest.slice(0, batchRows), last, key)
    if (await insert(entries)) {
      last = entries.at(-1) ?? last
      rest = rest.slice(batchRows)
    } else {
      const others = await findPlacesAfter(last?.sequence ?? 0)
      if (others.length === 0) throw new Error('the log of reports refused an entry')
      const entered = new Set(others.map(({ changeId }) => changeId))
      last = others.at(-1) ?? last
      rest = rest.filter(({ id }) => !entered.has(id))
    }
    // SQLite answers within the same turn: others would wait until all of them are entered.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

// What other processes entered, oldest first.
async function findPlacesAfter(sequence: number) {
  const database = await getDatabase()
  return database.attestationLogEntry.findMany({
    where: { sequence: { gt: sequence } },
    orderBy: { sequence: 'asc' },
    select: { ...linkFields, changeId: true },
  })
}

async function isKeyKnown(id: string): Promise<boolean> {
  const database = await getDatabase()
  const where = { changeId: null, payload: { contains: `"key":{"id":"${id}"` } }
  return (await database.attestationLogEntry.count({ where })) > 0
}

type Content = Pick<Change, 'at' | 'content'> & { id?: string }

function chain(changes: Content[], last: LogPlace | null, key: SigningKey | undefined): LinkedEntry[] {
  let { sequence, hash } = last ?? { sequence: 0, hash: firstHash }
  return changes.map((change) => {
    sequence++
    const previous_hash = hash
    const payload = payloadOf(change, sequence)
    hash = chainHash(previous_hash, payload)
    const signed = key?.sign('entry', { sequence, hash }) ?? { key_id: null, signature: null }
    return { sequence, changeId: change.id ?? null, payload, previous_hash, hash, ...signed }
  })
}

/** One statement: all of them, or none where another process was quicker. */
async function insert(entries: LinkedEntry[]): Promise<boolean> {
  const database = await getDatabase()
  const data = entries.map(({ previous_hash, key_id, ...entry }) => {
    return { ...entry, previousHash: previous_hash, keyId: key_id }
  })
  return isCreated(database.attestationLogEntry.createMany({ data }))
}

async function findPending(): Promise<Change[]> {
  const database = await getDatabase()
  const reportIds = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Attestation"
    WHERE "id" NOT IN (SELECT "changeId" FROM "AttestationLogEntry" WHERE "changeId" IS NOT NULL)`
  const eventIds = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "AttestationEvent"
    WHERE "attestationId" || '/' || "sequence" NOT IN
      (SELECT "changeId" FROM "AttestationLogEntry" WHERE "changeId" IS NOT NULL)`
  const moves = await database.$queryRaw<{ id: string; fileUrl: string; at: Date | string }[]>`
    SELECT "attestationId" AS "id", "fileUrl", "at" FROM "AttestationFileMove"
    WHERE "attestationId" || '/file' NOT IN
      (SELECT "changeId" FROM "AttestationLogEntry" WHERE "changeId" IS NOT NULL)`
  const reports = await inBatches(reportIds, (ids) =>
    database.attestation.findMany({ where: { id: { in: ids } }, select: publicFields }),
  )
  const events = await inBatches(eventIds, (ids) =>
    database.attestationEvent.findMany({ where: { id: { in: ids } }, select: publicEventFields }),
  )
  return [
    ...reports.map(additionOf),
    ...events.map((event) => eventChange({ ...event, kind: event.kind as ReportEvent['kind'] })),
    ...moves.map((move) => moveChange({ ...move, at: new Date(move.at) })),
  ]
}

async function inBatches<Row>(rows: { id: string }[], find: (ids: string[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = []
  for (let start = 0; start < rows.length; start += batchRows) {
    found.push(...(await find(rows.slice(start, start + batchRows).map(({ id }) => id))))
  }
  return found
}
