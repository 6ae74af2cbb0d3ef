import { hash } from 'node:crypto'
import { type DraftFields, draftSchema } from '@/lib/attestations/schema'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { parseJson } from '@/lib/text'

const select = {
  id: true,
  fields: true,
  updatedAt: true,
  updatedBy: true,
  submittedAt: true,
  submittedBy: true,
  idempotencyKey: true,
} as const

type DraftRow = Prisma.AttestationDraftGetPayload<{ select: typeof select }>

export type ReportDraft = ReturnType<typeof draftOfRow>

export async function listDrafts(): Promise<ReportDraft[]> {
  const database = await getDatabase()
  const rows = await database.attestationDraft.findMany({
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    select,
  })
  return rows.map(draftOfRow)
}

export async function findReportDraft(
  id: string,
): Promise<ReportDraft | undefined> {
  const database = await getDatabase()
  const row = await database.attestationDraft.findUnique({
    where: { id },
    select,
  })
  return row ? draftOfRow(row) : undefined
}

/**
 * Adds missing fields as empty strings, because another version of the site may
 * have had other fields. `stored` is what the database contains.
 */
function draftOfRow(row: DraftRow) {
  const stored = row.fields
  return {
    ...row,
    stored,
    version: hash('sha256', stored),
    fields: draftSchema.parse(parseJson(stored) ?? {}),
  }
}

/**
 * Saves a draft under the id its form was given, so that sending the form again
 * updates the draft. The last write wins. A changed draft no longer waits for a
 * second person.
 */
export async function saveDraft(
  id: string,
  fields: DraftFields,
  operator: string,
) {
  const database = await getDatabase()
  const now = new Date()
  const changed = {
    fields: JSON.stringify(fields),
    updatedAt: now,
    updatedBy: operator,
    submittedAt: null,
    submittedBy: null,
  }
  const data = { id, ...changed, createdAt: now, createdBy: operator }
  if (
    await isCreated(
      database.attestationDraft.create({ data, select: { id: true } }),
    )
  )
    return
  // Leaves an unchanged draft submitted, so that the second person need not
  // read it again.
  await database.attestationDraft.updateMany({
    where: { id, fields: { not: changed.fields } },
    data: changed,
  })
}

/** Submits a draft to a second person, or returns false if it has changed. */
export async function submitDraft(
  { id, stored }: Pick<ReportDraft, 'id' | 'stored'>,
  submittedBy: string,
): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.attestationDraft.updateMany({
    where: { id, fields: stored },
    data: { submittedAt: new Date(), submittedBy },
  })
  return count > 0
}

/** Ends a draft's wait for a second person, or returns false if it has none. */
export async function endWait(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.attestationDraft.updateMany({
    where: { id, submittedBy: { not: null } },
    data: { submittedAt: null, submittedBy: null },
  })
  return count > 0
}

/**
 * Stores a report that waits for a second person, under the key of its request.
 * Returns the first one if the request is repeated, even without a key.
 */
export async function storeSubmitted(
  fields: DraftFields,
  idempotencyKey: string,
  operator: string,
): Promise<{ isNew: boolean; draft?: ReportDraft }> {
  const database = await getDatabase()
  const now = new Date()
  const data = {
    id: idOfKey(idempotencyKey),
    idempotencyKey,
    fields: JSON.stringify(fields),
    createdAt: now,
    createdBy: operator,
    updatedAt: now,
    updatedBy: operator,
    submittedAt: now,
    submittedBy: operator,
  }
  const waiting = await database.attestationDraft.findFirst({
    where: { fields: data.fields, submittedBy: operator },
    select,
  })
  if (waiting) return { isNew: false, draft: draftOfRow(waiting) }
  const isNew = await isCreated(
    database.attestationDraft.create({ data, select: { id: true } }),
  )
  return { isNew, draft: await findReportDraft(data.id) }
}

/**
 * Derives the id from the key, so that two equal requests store only one draft.
 */
function idOfKey(idempotencyKey: string): string {
  return hash('sha256', idempotencyKey).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
    '$1-$2-$3-$4-$5',
  )
}

export async function deleteDraft(id: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.attestationDraft.deleteMany({
    where: { id },
  })
  return count > 0
}
