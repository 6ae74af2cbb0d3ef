import { listReports } from '@/lib/attestations/store'
import type { LogJson } from '../response-schema'
import { type Change, changesOf, findBreak, firstHash, type Log, payloadOf } from './chain'
import { inspectSignatures, keysOfLog } from './compare'
import { currentSigningKey, verifyByNode } from './signing-key'
import { listEntries } from './store'

export type Verification = {
  log: Log
  difference?: string
  signed: number
  unvouched?: number
  pending: number
}

export async function verifyLog(): Promise<Verification> {
  const entries = await listEntries()
  const changes = new Map(changesOf(await listReports()).map((change) => [change.id, change]))
  const { sequence, hash } = entries.at(-1) ?? { sequence: 0, hash: firstHash }
  const log = { head: { sequence, hash, key_id: null, signature: null }, entries }
  const { wrong, ...signatures } = await inspectSignatures(log, verifyByNode)
  const broken = findBreak(log)
  const differences = [
    broken && { entry: broken, says: 'it was changed, or an entry before it is missing' },
    wrong && { entry: wrong, says: 'its signature is wrong' },
    findDifference(entries, changes),
  ].filter((each) => each !== undefined && each !== 0)
  const [first] = differences.sort((a, b) => a.entry - b.entry)
  const entered = new Set(entries.map(({ changeId }) => changeId))
  const pending = [...changes.keys()].filter((id) => !entered.has(id)).length
  return { log, ...signatures, pending, difference: first && `Entry ${first.entry}: ${first.says}.` }
}

function findDifference(entries: Awaited<ReturnType<typeof listEntries>>, changes: Map<string, Change>) {
  for (const { sequence, changeId, payload } of entries) {
    if (changeId === null) {
      if (!payload.includes('"kind":"key"')) return { entry: sequence, says: 'it names no report of the database' }
      continue
    }
    const change = changes.get(changeId)
    const what = nameOf(changeId)
    if (!change) return { entry: sequence, says: `its ${what} is no longer in the database (${changeId})` }
    if (payloadOf(change, sequence) === payload) continue
    return { entry: sequence, says: `its ${what} was changed in the database (${changeId})` }
  }
  return undefined
}

function nameOf(changeId: string): string {
  if (changeId.endsWith('/file')) return 'new address'
  return changeId.includes('/') ? 'withdrawal or restoration' : 'report'
}

export async function readLog(): Promise<LogJson> {
  const entries = (await listEntries()).map(({ changeId, ...entry }) => entry)
  const { sequence, hash } = entries.at(-1) ?? { sequence: 0, hash: firstHash }
  const keys = keysOfLog({ entries })
  const key = currentSigningKey()
  // Nobody can check a key that is not in the log yet.
  const isEntered = keys.some(({ id }) => id === key?.id)
  const signature = isEntered ? key?.sign('head', { sequence, hash }) : undefined
  return { head: { sequence, hash, ...(signature ?? { key_id: null, signature: null }) }, keys, entries }
}
