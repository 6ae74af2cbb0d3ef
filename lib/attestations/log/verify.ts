import { listReports } from '@/lib/attestations/report-store'
import type { LogJson } from '../response-schema'
import { checkSignatures } from './check-signatures'
import {
  changesOf,
  findBreak,
  firstHash,
  payloadOf,
  type ReportChange,
  readPayload,
} from './hash-chain'
import { listEntries, type StoredEntry } from './log-store'
import { currentSigningKey } from './signing-key'

/**
 * Returns the log in the form in which the API returns it. Signs its head if a
 * key is configured and has an entry in the log.
 */
export async function readLog(): Promise<LogJson> {
  return logOf(await listEntries())
}

function logOf(stored: StoredEntry[]): LogJson {
  const entries = stored.map(({ changeId, ...entry }) => entry)
  const { sequence, hash } = entries.at(-1) ?? { sequence: 0, hash: firstHash }
  const keys = entries.flatMap((entry) => {
    const { key } = readPayload(entry)
    if (!key) return []
    const vouched_by = entry.key_id === key.id ? null : entry.key_id
    return [
      {
        id: key.id,
        public_key: key.public_key,
        entry: entry.sequence,
        vouched_by,
      },
    ]
  })
  const key = currentSigningKey()
  const isIntroduced = keys.some(({ id }) => id === key?.id)
  const signature =
    isIntroduced && key
      ? key.sign('head', { sequence, hash })
      : { key_id: null, signature: null }
  return { head: { sequence, hash, ...signature }, keys, entries }
}

type Verification = {
  log: LogJson
  /** The problem with the first bad entry. */
  difference?: string
  signed: number
  unvouched?: number
  /** The number of changes that are not in the log yet. */
  pending: number
}

/**
 * Checks the log's hashes and signatures, and compares its entries with the
 * reports in the database.
 */
export async function verifyLog(): Promise<Verification> {
  const entries = await listEntries()
  const changes = new Map(
    changesOf(await listReports()).map((change) => [change.id, change]),
  )
  const log = logOf(entries)
  const { wrong, ...signatures } = await checkSignatures(log)
  const broken = findBreak(log)
  const differences = [
    broken && {
      entry: broken,
      says: 'it was changed, or an entry before it is missing',
    },
    wrong && { entry: wrong, says: 'its signature is wrong' },
    findDifference(entries, changes),
  ].filter((each) => each !== undefined && each !== 0)
  const [first] = differences.sort((a, b) => a.entry - b.entry)
  const logged = new Set(entries.map(({ changeId }) => changeId))
  const pending = [...changes.keys()].filter((id) => !logged.has(id)).length
  return {
    log,
    ...signatures,
    pending,
    difference: first && `Entry ${first.entry}: ${first.says}.`,
  }
}

function findDifference(
  entries: StoredEntry[],
  changes: Map<string, ReportChange>,
) {
  for (const entry of entries) {
    const says = differenceOf(entry, changes)
    if (says) return { entry: entry.sequence, says }
  }
  return undefined
}

function differenceOf(
  { sequence, changeId, payload }: StoredEntry,
  changes: Map<string, ReportChange>,
) {
  if (changeId === null)
    return payload.includes('"kind":"key"')
      ? undefined
      : 'it refers to no report in the database'
  const change = changes.get(changeId)
  const what = nameOf(changeId)
  if (!change) return `its ${what} is no longer in the database (${changeId})`
  return payloadOf(change, sequence) === payload
    ? undefined
    : `its ${what} was changed in the database (${changeId})`
}

function nameOf(changeId: string): string {
  if (changeId.endsWith('/file')) return 'new address'
  return changeId.includes('/') ? 'withdrawal or restoration' : 'report'
}
