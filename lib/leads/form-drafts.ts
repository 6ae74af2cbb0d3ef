import { randomBytes } from 'node:crypto'
import type { FieldProblems } from '@/lib/http/error-response'
import type { ContactField } from './fields'

/** A submission that a visitor without JavaScript has to correct or send again. */
export type Draft = {
  values: Partial<Record<ContactField, string>>
  idempotencyKey: string
  fields?: FieldProblems
  code?: string
  retryAfterSeconds?: number
}

const keptMs = 15 * 60 * 1000
const maxPerClient = 5
const maxBytes = 16 * 1024 * 1024
// What a draft takes besides its characters, of two bytes each.
const overheadBytes = 1024

type Kept = { draft: Draft; client: string; bytes: number; until: number }

// Handlers and pages are bundled apart and share this; in memory, so that nothing typed is on a disk. Oldest first.
const holder = globalThis as { contactDrafts?: Map<string, Kept> }
holder.contactDrafts ??= new Map()
const drafts = holder.contactDrafts

// When memory is full, only clients that hold more of it than this one make room.
/** Keeps a client's last five drafts for 15 minutes and returns a random name; undefined when there is no room. */
export function keepDraft(draft: Draft, client: string): string | undefined {
  for (const [id, { until }] of drafts) if (until < Date.now()) drafts.delete(id)
  const own = [...drafts].filter(([, kept]) => kept.client === client)
  for (const [id] of own.slice(0, Math.max(0, own.length + 1 - maxPerClient))) drafts.delete(id)
  const bytes = overheadBytes + 2 * JSON.stringify(draft).length
  if (!makeRoom(client, bytes)) return undefined
  const id = randomBytes(16).toString('hex')
  drafts.set(id, { draft, client, bytes, until: Date.now() + keptMs })
  return id
}

function makeRoom(client: string, bytes: number): boolean {
  const held = new Map<string, number>()
  for (const kept of drafts.values()) held.set(kept.client, (held.get(kept.client) ?? 0) + kept.bytes)
  let total = [...held.values()].reduce((sum, each) => sum + each, 0)
  const wanted = (held.get(client) ?? 0) + bytes
  while (total + bytes > maxBytes) {
    const [greatest = '', max = 0] = [...held].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    const [id, oldest] = [...drafts].find(([, kept]) => kept.client === greatest) ?? []
    if (!id || !oldest || max <= wanted) return false
    drafts.delete(id)
    held.set(greatest, max - oldest.bytes)
    total -= oldest.bytes
  }
  return true
}

export function findDraft(id: unknown): Draft | undefined {
  const kept = typeof id === 'string' ? drafts.get(id) : undefined
  return kept && kept.until >= Date.now() ? kept.draft : undefined
}
