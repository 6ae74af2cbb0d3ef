import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { within } from '@/lib/time-limit'
import type { LogEntry } from '../response-schema'
import { listReports } from '../store'
import { type Change, chainHash, changesOf, firstHash, inOrder, payloadOf } from './chain'
import { currentSigningKey, type PublicKey, type SigningKey } from './signing-key'

// Prisma sends that many rows as one statement; more become a transaction (docs/decisions/02-databases.md).
const batchRows = 50
const maxAttempts = 100
const tooMany = 'the log of reports is written by too many processes'

type LinkedEntry = LogEntry & { changeId: string | null }

const linkFields = { sequence: true, hash: true } as const

export async function listEntries(): Promise<LinkedEntry[]> {
  const database = await getDatabase()
  const rows = await database.attestationLogEntry.findMany({
    orderBy: { sequence: 'asc' },
    select: { ...linkFields, changeId: true, payload: true, previousHash: true, keyId: true, signature: true },
  })
  return rows.map(({ previousHash, keyId, ...row }) => ({ ...row, previous_hash: previousHash, key_id: keyId }))
}

export type LogPlace = { sequence: number; hash: string }

export async function findPlaces(changeIds?: string[]): Promise<Map<string, LogPlace>> {
  const database = await getDatabase()
  const where = changeIds ? { changeId: { in: changeIds } } : {}
  const rows = await database.attestationLogEntry.findMany({ where, select: { ...linkFields, changeId: true } })
  return new Map(rows.flatMap(({ changeId, ...place }) => (changeId === null ? [] : [[changeId, place]])))
}

export async function readLogState() {
  const database = await getDatabase()
  const [last, { changeId: changes }] = await Promise.all([
    database.attestationLogEntry.findFirst({ orderBy: { sequence: 'desc' }, select: linkFields }),
    database.attestationLogEntry.count({ select: { changeId: true } }),
  ])
  return { last, changes }
}

const writing: { running: Promise<void>; queued?: Promise<void> } = { running: Promise.resolve() }

/** Enters published changes that are missing in the log. Never rejects: a failure is logged, and tried again later. */
export function enterChanges(): Promise<void> {
  writing.queued ??= writing.running.then(() => {
    writing.running = writing.queued ?? writing.running
    writing.queued = undefined
    return enterAndLog()
  })
  return writing.queued
}

/** The same, awaited for so many milliseconds at most: writing a log of years goes on meanwhile. */
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

/** Enters a key, signed by the one in use until now, or by itself. False if the log has it already. */
export async function enterKey(key: PublicKey, signer: SigningKey): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (await isKeyKnown(key.id)) return false
    const { last } = await readLogState()
    const { id, public_key } = key
    const change = { at: new Date(), content: { kind: 'key', key: { id, public_key } } }
    if (await insert(chain([change], last, signer))) return true
  }
  throw new Error(tooMany)
}

async function enterPending(key: SigningKey | undefined): Promise<void> {
  if (key && !(await isKeyKnown(key.id))) await enterKey(key, key)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    let { last } = await readLogState()
    let changes = inOrder(await findPending())
    if (changes.length === 0) return
    while (changes.length > 0) {
      const entries = chain(changes.slice(0, batchRows), last, key)
      // Another process was quicker: read again what it left.
      if (!(await insert(entries))) break
      last = entries.at(-1) ?? last
      changes = changes.slice(batchRows)
      // SQLite answers within the same turn: without a pause, requests would wait for all of them.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  throw new Error(tooMany)
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

/** One statement: all of them, or none if another process was quicker. */
async function insert(entries: LinkedEntry[]): Promise<boolean> {
  const database = await getDatabase()
  const data = entries.map(({ previous_hash, key_id, ...entry }) => {
    return { ...entry, previousHash: previous_hash, keyId: key_id }
  })
  return isCreated(database.attestationLogEntry.createMany({ data }))
}

async function findPending(): Promise<Change[]> {
  const database = await getDatabase()
  const entries = await database.attestationLogEntry.findMany({ select: { changeId: true } })
  const entered = new Set(entries.map(({ changeId }) => changeId))
  return changesOf(await listReports()).filter(({ id }) => !entered.has(id))
}
