// Stores the input of forms that were refused, so that the page can show it
// again.

import { createHmac, randomBytes } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { minuteMs } from '@/lib/durations'
import { env } from '@/lib/env'
import type { FieldProblems } from '@/lib/http/handler'
import { keepNewest } from '@/lib/keep-newest'
import { unsavedDrafts } from '@/lib/process-state'

export type FormDraft = {
  values: Partial<Record<string, string>>
  fields?: FieldProblems
  code?: string
  retryAfterSeconds?: number
}

const keptMs = 15 * minuteMs
const maxPerClient = 5
const maxDrafts = 1000
const maxUnsaved = 100

// Stores the newest drafts in memory while the database is unavailable.
const unsaved = unsavedDrafts as Map<string, FormDraft>

export async function storeDraft(
  draft: FormDraft,
  client: string,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  try {
    await insertDraft(
      id,
      draft,
      createHmac('sha256', env.APP_SECRET)
        .update(`draft of:${client}`)
        .digest('base64url'),
    )
  } catch (error) {
    if (!describeError(error).reason) throw error
    keepNewest(unsaved, id, draft, maxUnsaved)
  }
  return id
}

async function insertDraft(
  id: string,
  draft: FormDraft,
  client: string,
): Promise<void> {
  const database = await getDatabase()
  const expiresAt = new Date(Date.now() + keptMs)
  await database.formDraft.create({
    data: { id, client, content: JSON.stringify(draft), expiresAt },
  })
  // Deletes the oldest drafts beyond the limits, because visitors need theirs
  // within seconds.
  const select = { id: true, client: true }
  const drafts = await database.formDraft.findMany({
    orderBy: { expiresAt: 'desc' },
    select,
  })
  const own = drafts.filter((each) => each.client === client)
  const oldest = [...own.slice(maxPerClient), ...drafts.slice(maxDrafts)].map(
    (each) => each.id,
  )
  // Never deletes the draft just saved, even if drafts saved while the clock
  // was ahead look newer.
  const surplus = oldest.filter((each) => each !== id)
  if (surplus.length > 0)
    await database.formDraft.deleteMany({ where: { id: { in: surplus } } })
}

/**
 * Returns a stored draft, or undefined if it no longer exists or cannot be read
 * because the database is unavailable.
 */
export async function findFormDraft(
  id: unknown,
): Promise<FormDraft | undefined> {
  if (typeof id !== 'string') return undefined
  return unsaved.get(id) ?? (await findStored(id))
}

async function findStored(id: string): Promise<FormDraft | undefined> {
  try {
    const database = await getDatabase()
    const where = { id, expiresAt: { gte: new Date() } }
    const stored = await database.formDraft.findFirst({
      where,
      select: { content: true },
    })
    return stored ? JSON.parse(stored.content) : undefined
  } catch (error) {
    if (!describeError(error).reason) throw error
    return undefined
  }
}
