import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { FieldProblems } from '@/lib/http/error-response'
import { pseudonymOf } from '@/lib/transient/pseudonym'
import {
  deleteDraftsBeyond,
  deleteExpiredDrafts,
  deleteOldestDraft,
  insertDraft,
  readDraft,
  readHeld,
} from './draft-store'
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

// When all room is taken, only clients that hold more of it than this one make room.
/** Keeps a client's last five drafts for 15 minutes and resolves to a random name; undefined when there is no room. */
export async function keepDraft(draft: Draft, client: string): Promise<string | undefined> {
  const now = Date.now()
  const holder = pseudonymOf('draft of', client)
  await deleteExpiredDrafts(now)
  await deleteDraftsBeyond(holder, maxPerClient - 1)
  const text = JSON.stringify(draft)
  const bytes = overheadBytes + 2 * text.length
  if (!(await makeRoom(holder, bytes))) return undefined
  const name = randomBytes(16).toString('hex')
  await insertDraft({
    id: pseudonymOf('draft', name),
    client: holder,
    bytes,
    sealed: seal(text, name),
    expire: now + keptMs,
  })
  return name
}

async function makeRoom(client: string, bytes: number): Promise<boolean> {
  for (;;) {
    const { total, own, greatest } = await readHeld(client)
    if (total + bytes <= maxBytes) return true
    if (!greatest || greatest.bytes <= own + bytes) return false
    await deleteOldestDraft(greatest.client)
  }
}

export async function findDraft(name: unknown): Promise<Draft | undefined> {
  if (typeof name !== 'string') return undefined
  const sealed = await readDraft(pseudonymOf('draft', name), Date.now())
  return sealed && JSON.parse(unseal(sealed, name))
}

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

// What was typed is readable with the name alone, which only the visitor has: nothing on a disk tells it.
function seal(text: string, name: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(name), iv)
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64')
}

/** Throws when it was sealed with another name. */
function unseal(sealed: string, name: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const opening = createDecipheriv(cipher, keyOf(name), bytes.subarray(0, ivBytes))
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8')
}

function keyOf(name: string): Buffer {
  return createHash('sha256').update(`draft-key:${name}`).digest()
}
