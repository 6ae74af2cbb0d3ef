import { createHmac, randomBytes } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isDatabaseError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import type { FieldProblems } from '@/lib/http/error-response'
import { unsavedDrafts } from '@/lib/process-state'
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
const maxDrafts = 1000
const maxUnsaved = 100

// While the database cannot be used, this process keeps the newest drafts.
const unsaved = unsavedDrafts as Map<string, Draft>

/** Keeps a client's last five drafts for 15 minutes, 1,000 in all. Resolves to a random name that opens the draft. */
export async function keepDraft(draft: Draft, client: string): Promise<string> {
  const id = randomBytes(16).toString('hex')
  try {
    await insertDraft(id, draft, createHmac('sha256', env.APP_SECRET).update(`draft of:${client}`).digest('base64url'))
  } catch (error) {
    if (!isDatabaseError(error)) throw error
    unsaved.set(id, draft)
    const [oldest] = unsaved.keys()
    if (unsaved.size > maxUnsaved && oldest) unsaved.delete(oldest)
  }
  return id
}

async function insertDraft(id: string, draft: Draft, client: string): Promise<void> {
  const database = await getDatabase()
  const expiresAt = new Date(Date.now() + keptMs)
  await database.formDraft.create({ data: { id, client, content: JSON.stringify(draft), expiresAt } })
  const own = await database.formDraft.findMany({
    where: { client },
    orderBy: { expiresAt: 'desc' },
    skip: maxPerClient,
    select: { id: true },
  })
  // Beyond the total the oldest go: a visitor needs a draft within seconds.
  const oldest = await database.formDraft.findMany({
    orderBy: { expiresAt: 'desc' },
    skip: maxDrafts,
    select: { id: true },
  })
  const surplus = [...own, ...oldest].map((each) => each.id)
  if (surplus.length > 0) await database.formDraft.deleteMany({ where: { id: { in: surplus } } })
}

export async function findDraft(id: unknown): Promise<Draft | undefined> {
  if (typeof id !== 'string') return undefined
  const kept = unsaved.get(id)
  if (kept) return kept
  const database = await getDatabase()
  const where = { id, expiresAt: { gte: new Date() } }
  const stored = await database.formDraft.findFirst({ where, select: { content: true } })
  return stored ? JSON.parse(stored.content) : undefined
}
