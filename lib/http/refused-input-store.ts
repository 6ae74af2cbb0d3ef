// Stores the input of forms that were refused, so that the page can show it
// again.

import { randomBytes } from 'node:crypto'
import { signWithSecret } from '@/lib/app-secret'
import { getDatabase } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { minuteMs } from '@/lib/durations'
import type { FieldProblems } from '@/lib/http/handler'
import { unsavedInputs } from '@/lib/process-state'
import { setBounded } from '@/lib/set-bounded'

export type RefusedInput = {
  values: Partial<Record<string, string>>
  fields?: FieldProblems
  code?: string
  retryAfterSeconds?: number
}

const keptMs = 15 * minuteMs
const maxPerClient = 5
const maxInputs = 1000
const maxUnsaved = 100

// The newest inputs, in memory while the database is unavailable.
const unsaved = unsavedInputs as Map<string, RefusedInput>

export async function storeRefusedInput(
  input: RefusedInput,
  client: string,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  try {
    await insertInput(id, input, signWithSecret(`refused input of:${client}`))
  } catch (error) {
    if (!describeError(error).reason) throw error
    setBounded(unsaved, id, input, maxUnsaved)
  }
  return id
}

async function insertInput(id: string, input: RefusedInput, client: string) {
  const database = await getDatabase()
  const expiresAt = new Date(Date.now() + keptMs)
  await database.refusedInput.create({
    data: { id, client, content: JSON.stringify(input), expiresAt },
  })
  // Deletes the oldest inputs beyond the limits, because the redirected browser
  // reads an input within seconds.
  const select = { id: true, client: true }
  const inputs = await database.refusedInput.findMany({
    orderBy: { expiresAt: 'desc' },
    select,
  })
  const inputsOfClient = inputs.filter((input) => input.client === client)
  const oldest = [
    ...inputsOfClient.slice(maxPerClient),
    ...inputs.slice(maxInputs),
  ].map((input) => input.id)
  // Never deletes the input just saved, even if inputs saved while the clock
  // was ahead look newer.
  const surplus = oldest.filter((inputId) => inputId !== id)
  if (surplus.length > 0)
    await database.refusedInput.deleteMany({ where: { id: { in: surplus } } })
}

/**
 * Returns a stored input, or undefined if it no longer exists or cannot be read
 * because the database is unavailable.
 */
export async function findRefusedInput(
  id: unknown,
): Promise<RefusedInput | undefined> {
  if (typeof id !== 'string') return undefined
  return unsaved.get(id) ?? (await findStored(id))
}

async function findStored(id: string): Promise<RefusedInput | undefined> {
  try {
    const database = await getDatabase()
    const where = { id, expiresAt: { gte: new Date() } }
    const stored = await database.refusedInput.findFirst({
      where,
      select: { content: true },
    })
    return stored ? JSON.parse(stored.content) : undefined
  } catch (error) {
    if (!describeError(error).reason) throw error
    return undefined
  }
}
