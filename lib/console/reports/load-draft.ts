import { type Report, toArchive } from '@/lib/attestations/archive'
import { checkReport } from '@/lib/attestations/check-report'
import { findDraft } from '@/lib/attestations/drafts'
import { definitionOf, mapFields, type NewReport, type ReportRow, reportDefinitions } from '@/lib/attestations/fields'
import { readArchive } from '@/lib/attestations/load'
import type { DraftFields } from '@/lib/attestations/schema'
import type { FieldProblems } from '@/lib/http/error-response'

/** A draft with what its page shows about it. */
export type DraftPage = {
  /** Undefined for one that is not saved yet. */
  id: string | undefined
  fields: DraftFields
  problems: FieldProblems
  /** The report as it would be published, where nothing is wrong with it. */
  preview: Report | undefined
  /** What stands for the same month already, and would go on standing beside it. */
  sameMonth: Report[]
  archive: Report[]
}

/** A new draft, which may begin as the replacement of a report. */
export async function beginDraft(replaces: string | undefined): Promise<DraftPage> {
  const archive = await readArchive()
  const replaced = archive.find(({ id }) => id === replaces)
  const fields = replaced ? replacementOf(replaced) : mapFields(() => '')
  return { id: undefined, fields, problems: {}, preview: undefined, sameMonth: [], archive }
}

/** Undefined for a draft that is gone. */
export async function loadDraft(id: string): Promise<DraftPage | undefined> {
  const [draft, archive] = await Promise.all([findDraft(id), readArchive()])
  if (!draft) return undefined
  const { fields } = draft
  const checked = await checkReport(fields)
  const sameMonth = archive.filter((report) => {
    return (
      report.status === 'current' && report.reportDate === fields.report_date.trim() && report.id !== fields.replaces
    )
  })
  const preview = checked.fields ? undefined : previewOf(id, checked.report)
  return { id, fields, problems: checked.fields ?? {}, preview, sameMonth, archive }
}

// Another file with the same words and figures, as a rule: the one it had is not offered again.
function replacementOf(report: Report): DraftFields {
  const fields = mapFields((field) => report[reportDefinitions[field].column] ?? '')
  return { ...fields, file_url: '', sha256: '', replaces: report.id }
}

function previewOf(id: string, report: NewReport): Report | undefined {
  const columns = Object.entries(report).map(([field, value]) => [definitionOf(field as keyof NewReport).column, value])
  const row = Object.fromEntries(columns) as ReportRow
  const [preview] = toArchive([{ id, ...row, createdAt: new Date(), moved: null, events: [] }])
  return preview
}
