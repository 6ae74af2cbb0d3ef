import { checkReport, type Published } from '@/lib/attestations/publish'
import { findByKey, saveReport } from '@/lib/attestations/store'
import { deleteDraft, findDraft } from './store'

/**
 * Publishes a draft, then removes it. The report is stored under the draft's name: a crash between the two, or asking
 * twice, publishes it once.
 */
export async function publishDraft(id: string, operator: string): Promise<Published | 'not_found'> {
  const draft = await findDraft(id)
  // No client can choose such a key (lib/http/idempotency-key.ts).
  const key = `draft:${id}`
  if (!draft) return (await findByKey(key)) ?? 'not_found'
  const checked = await checkReport(draft.fields)
  if (checked.fields) return { fields: checked.fields }
  const report = await saveReport(checked.report, key, operator)
  if (typeof report !== 'string') await deleteDraft(id)
  return report
}
