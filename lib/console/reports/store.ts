import { type DraftFields, draftSchema } from '@/lib/attestations/schema'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { parseJson } from '@/lib/text'

const select = {
  id: true,
  fields: true,
  updatedAt: true,
  updatedBy: true,
} as const

export type Draft = Awaited<ReturnType<typeof listDrafts>>[number]

export async function listDrafts() {
  const database = await getDatabase()
  const rows = await database.attestationDraft.findMany({
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    select,
  })
  // Another version of the site may have had other fields: missing ones are
  // empty.
  return rows.map((row) => ({
    ...row,
    fields: draftSchema.parse(parseJson(row.fields) ?? {}),
  }))
}

export async function findDraft(id: string): Promise<Draft | undefined> {
  return (await listDrafts()).find((draft) => draft.id === id)
}

/**
 * Saves a draft under the id its form was given, so that sending the form again
 * updates the draft. The last write wins.
 */
export async function saveDraft(
  id: string,
  fields: DraftFields,
  operator: string,
  now = new Date(),
): Promise<void> {
  const database = await getDatabase()
  const changed = {
    fields: JSON.stringify(fields),
    updatedAt: now,
    updatedBy: operator,
  }
  const data = { id, ...changed, createdAt: now, createdBy: operator }
  if (
    await isCreated(
      database.attestationDraft.create({ data, select: { id: true } }),
    )
  )
    return
  await database.attestationDraft.updateMany({ where: { id }, data: changed })
}

export async function deleteDraft(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.attestationDraft.deleteMany({
    where: { id },
  })
  return count > 0
}
