import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { parseJson } from '@/lib/parse-json'
import { type DraftFields, draftSchema } from './schema'

export type Draft = { id: string; fields: DraftFields; createdAt: Date; updatedAt: Date; updatedBy: string }

const select = { id: true, fields: true, createdAt: true, updatedAt: true, updatedBy: true } as const

/** All drafts, the one changed last first. */
export async function listDrafts(): Promise<Draft[]> {
  const database = await getDatabase()
  const orderBy = [{ updatedAt: 'desc' as const }, { id: 'asc' as const }]
  return (await database.attestationDraft.findMany({ orderBy, select })).map(toDraft)
}

export async function findDraft(id: string): Promise<Draft | undefined> {
  const database = await getDatabase()
  const row = await database.attestationDraft.findUnique({ where: { id }, select })
  return row ? toDraft(row) : undefined
}

export async function createDraft(fields: DraftFields, operator: string, now = new Date()): Promise<Draft> {
  const database = await getDatabase()
  const made = { createdAt: now, createdBy: operator, updatedAt: now, updatedBy: operator }
  const data = { id: randomUUID(), fields: JSON.stringify(fields), ...made }
  return toDraft(await database.attestationDraft.create({ data, select }))
}

/** Of two operators who change a draft, the last one is kept. Undefined for one that is gone. */
export async function updateDraft(
  id: string,
  fields: DraftFields,
  operator: string,
  now = new Date(),
): Promise<Draft | undefined> {
  const database = await getDatabase()
  const data = { fields: JSON.stringify(fields), updatedAt: now, updatedBy: operator }
  const { count } = await database.attestationDraft.updateMany({ where: { id }, data })
  return count > 0 ? findDraft(id) : undefined
}

export async function deleteDraft(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.attestationDraft.deleteMany({ where: { id } })
  return count > 0
}

// A version of the site may have had other fields: those it lacks are empty.
function toDraft({ fields, ...row }: Omit<Draft, 'fields'> & { fields: string }): Draft {
  return { ...row, fields: draftSchema.parse(parseJson(fields) ?? {}) }
}
