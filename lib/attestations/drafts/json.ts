import { checkReport } from '@/lib/attestations/publish'
import type { Draft } from './store'

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
