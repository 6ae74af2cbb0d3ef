import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { parseJson } from '@/lib/text'
import { checkReport, type Published, publishReport } from './publish'
import { type DraftFields, draftSchema } from './schema'
import { findReport } from './store'

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

/** Saves a draft under the name that its form was given: sent again, it changes the draft. The last change is kept. */
export async function saveDraft(id: string, fields: DraftFields, operator: string, now = new Date()): Promise<void> {
  const database = await getDatabase()
  const changed = { fields: JSON.stringify(fields), updatedAt: now, updatedBy: operator }
  const data = { id, ...changed, createdAt: now, createdBy: operator }
  if (await isCreated(database.attestationDraft.create({ data, select: { id: true } }))) return
  await database.attestationDraft.updateMany({ where: { id }, data: changed })
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

/** A draft as the schema of a report takes it. */
export function reportOfDraft({ as_of_confirmed, ...fields }: DraftFields) {
  return { ...fields, as_of_confirmed: as_of_confirmed === 'true' }
}

/**
 * Publishes a draft, then removes it. The report is stored under the draft's name: a crash between the two, or asking
 * twice, publishes it once.
 */
export async function publishDraft(id: string, operator: string): Promise<Published | 'not_found'> {
  const draft = await findDraft(id)
  // No client can choose such a key (lib/http/request.ts).
  const key = `draft:${id}`
  if (!draft) return (await findReport({ idempotencyKey: key })) ?? 'not_found'
  const checked = await checkReport(reportOfDraft(draft.fields))
  if (checked.fields) return { fields: checked.fields }
  const report = await publishReport(checked.report, key, operator)
  if (typeof report === 'object' && 'id' in report) await deleteDraft(id)
  return report
}
