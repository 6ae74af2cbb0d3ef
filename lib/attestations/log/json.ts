import { firstHash, type Head, type LogEntry } from './chain'
import { keysOfLog, type PublishedKey } from './signatures'
import { currentSigningKey } from './signing-key'
import { listEntries } from './store'

export type LogJson = { head: Head; keys: PublishedKey[]; entries: LogEntry[] }

/** The whole log as the API tells it, its head signed anew. */
export async function readLog(): Promise<LogJson> {
  const entries = (await listEntries()).map(({ changeId, ...entry }) => entry)
  const { sequence, hash } = entries.at(-1) ?? { sequence: 0, hash: firstHash }
  const keys = keysOfLog({ entries })
  const key = currentSigningKey()
  // A key that could not be entered yet is nobody's to check.
  const isEntered = keys.some(({ id }) => id === key?.id)
  const signature = isEntered ? key?.sign('head', { sequence, hash }) : undefined
  return { head: { sequence, hash, ...(signature ?? { key_id: null, signature: null }) }, keys, entries }
}
