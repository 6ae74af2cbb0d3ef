import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { parseJson } from '@/lib/text'
import { checkReport, type Published } from './check-report'
import { type DraftFields, draftSchema } from './schema'
import { findByKey, saveReport } from './store'

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

/** A draft as the API tells it, with the codes of what keeps it from being published, by field. */
export async function draftJson(draft: Draft) {
  const { id, fields, createdAt, updatedAt, updatedBy } = draft
  const checked = await checkReport(fields)
  return {
    id,
    ...fields,
    problems: checked.fields ?? {},
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    updated_by: updatedBy,
  }
}

/**
 * Publishes a draft, then removes it. The report is stored under the draft's name: a crash between the two, or asking
 * twice, publishes it once.
 */
export async function publishDraft(id: string, operator: string): Promise<Published | 'not_found'> {
  const draft = await findDraft(id)
  // No client can choose such a key (lib/http/request.ts).
  const key = `draft:${id}`
  if (!draft) return (await findByKey(key)) ?? 'not_found'
  const checked = await checkReport(draft.fields)
  if (checked.fields) return { fields: checked.fields }
  const report = await saveReport(checked.report, key, operator)
  if (typeof report !== 'string') await deleteDraft(id)
  return report
}
