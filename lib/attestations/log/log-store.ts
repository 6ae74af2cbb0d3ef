import { getDatabase } from '@/lib/database/client'
import { describeError, isCreated } from '@/lib/database/errors'
import { log } from '@/lib/log'
import type { LogPosition } from '../report'
import { listReports } from '../report-store'
import type { LogEntry } from '../response-schema'
import {
  chainHash,
  changesOf,
  firstHash,
  payloadOf,
  type ReportChange,
  sortByDependency,
} from './hash-chain'
import {
  currentSigningKey,
  type PublicKey,
  type SigningKey,
} from './signing-key'

// The most rows that Prisma inserts with a single statement. It would split
// more rows into several statements in a transaction
// (docs/decisions/02-databases.md).
const batchRows = 50
const maxConflicts = 100

export type StoredEntry = LogEntry & { changeId: string | null }

const positionFields = { sequence: true, hash: true } as const

export async function listEntries(): Promise<StoredEntry[]> {
  const database = await getDatabase()
  const rows = await database.attestationLogEntry.findMany({
    orderBy: { sequence: 'asc' },
    select: {
      ...positionFields,
      changeId: true,
      payload: true,
      previousHash: true,
      keyId: true,
      signature: true,
    },
  })
  return rows.map(({ previousHash, keyId, ...row }) => ({
    ...row,
    previous_hash: previousHash,
    key_id: keyId,
  }))
}

/** Returns the position of each change in the log, by the change's id. */
export async function findLogPositions(): Promise<Map<string, LogPosition>> {
  const database = await getDatabase()
  const rows = await database.attestationLogEntry.findMany({
    select: { ...positionFields, changeId: true },
  })
  return new Map(
    rows.flatMap(({ changeId, ...position }) =>
      changeId === null ? [] : [[changeId, position]],
    ),
  )
}

export async function readLogState() {
  const database = await getDatabase()
  const [last, { changeId: changes }] = await Promise.all([
    database.attestationLogEntry.findFirst({
      orderBy: { sequence: 'desc' },
      select: positionFields,
    }),
    database.attestationLogEntry.count({ select: { changeId: true } }),
  ])
  return { last, changes }
}

let appending = Promise.resolve()

/**
 * Adds published changes that the log lacks. Never rejects: failures are logged
 * and retried later.
 */
export function appendChanges(): Promise<void> {
  appending = appending.then(appendPending).catch((error) => {
    log.error(describeError(error), 'the report log could not be written')
  })
  return appending
}

async function appendPending() {
  const key = currentSigningKey()
  if (key) await appendKey(key, key)
  await append(key, async () => sortByDependency(await findPending()))
}

/**
 * Adds a key to the log unless it is already there. `signer`, the previous key
 * or the key itself, signs the entry.
 */
export function appendKey(
  { id, public_key }: PublicKey,
  signer: SigningKey,
): Promise<void> {
  return append(signer, async () => {
    return (await isKeyKnown(id))
      ? []
      : [{ at: new Date(), content: { kind: 'key', key: { id, public_key } } }]
  })
}

type Content = Pick<ReportChange, 'at' | 'content'> & { id?: string }

/**
 * Appends the entries that `findMissing` returns, batch by batch, until it
 * returns none.
 */
async function append(
  key: SigningKey | undefined,
  findMissing: () => Promise<Content[]>,
) {
  let conflicts = 0
  while (conflicts < maxConflicts) {
    // Reads the end of the log first, so that an entry added by another process
    // in between causes a conflict rather than a duplicate.
    const { last } = await readLogState()
    const missing = await findMissing()
    if (missing.length === 0) return
    if (!(await insert(chain(missing.slice(0, batchRows), last, key))))
      conflicts++
    // Pauses between batches, because SQLite blocks the process and requests
    // would otherwise wait until all entries are written.
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('too many processes are writing the report log at once')
}

async function isKeyKnown(id: string): Promise<boolean> {
  const database = await getDatabase()
  const where = { changeId: null, payload: { contains: `"key":{"id":"${id}"` } }
  return (await database.attestationLogEntry.count({ where })) > 0
}

function chain(
  changes: Content[],
  last: LogPosition | null,
  key: SigningKey | undefined,
): StoredEntry[] {
  let { sequence, hash } = last ?? { sequence: 0, hash: firstHash }
  return changes.map((change) => {
    sequence++
    const previous_hash = hash
    const payload = payloadOf(change, sequence)
    hash = chainHash(previous_hash, payload)
    const signed = key?.sign('entry', { sequence, hash }) ?? {
      key_id: null,
      signature: null,
    }
    return {
      sequence,
      changeId: change.id ?? null,
      payload,
      previous_hash,
      hash,
      ...signed,
    }
  })
}

/**
 * Inserts all entries in a single statement, or none if another process was
 * faster.
 */
async function insert(entries: StoredEntry[]): Promise<boolean> {
  const database = await getDatabase()
  const data = entries.map(({ previous_hash, key_id, ...entry }) => {
    return { ...entry, previousHash: previous_hash, keyId: key_id }
  })
  return isCreated(database.attestationLogEntry.createMany({ data }))
}

async function findPending(): Promise<ReportChange[]> {
  const logged = await findLogPositions()
  return changesOf(await listReports()).filter(({ id }) => !logged.has(id))
}
