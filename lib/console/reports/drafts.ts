import { randomUUID } from 'node:crypto'
import { type Report, toArchive } from '@/lib/attestations/archive'
import { findDraft, reportOfDraft } from '@/lib/attestations/drafts'
import { mapColumns, mapFields, type ReportRow, reportDefinitions } from '@/lib/attestations/fields'
import { readArchive } from '@/lib/attestations/load'
import { checkReport } from '@/lib/attestations/publish'
import type { DraftFields } from '@/lib/attestations/schema'
import type { FieldProblems } from '@/lib/http/error-response'

/** A draft with what its page shows about it. */
export type DraftPage = {
  id: string
  isSaved: boolean
  fields: DraftFields
  problems: FieldProblems
  /** The report as it would be published, where nothing is wrong with it. */
  preview?: Report
  /** The report on the list that this one would have to replace, and does not yet. */
  sameMonth?: Report
  archive: Report[]
}

/** A new draft, which may begin as the replacement of a report. Its name makes saving it twice one draft. */
export async function beginDraft(replaces: string | undefined): Promise<DraftPage> {
  const archive = await readArchive()
  const replaced = archive.find(({ id }) => id === replaces)
  const empty = { ...mapFields(() => ''), as_of_confirmed: '' }
  const fields = replaced ? { ...empty, ...replacementOf(replaced) } : empty
  return { id: randomUUID(), isSaved: false, fields, problems: {}, archive }
}

/** Undefined for a draft that is gone. */
export async function loadDraft(id: string): Promise<DraftPage | undefined> {
  const [draft, archive] = await Promise.all([findDraft(id), readArchive()])
  if (!draft) return undefined
  const { fields } = draft
  const { report, fields: problems = {} } = await checkReport(reportOfDraft(fields))
  const month = fields.report_date.trim()
  const sameMonth = archive.find((other) => {
    return other.status === 'current' && other.reportDate === month && other.id !== fields.replaces
  })
  const row = report && (mapColumns((field) => report[field]) as ReportRow)
  const [preview] = row ? toArchive([{ id, ...row, createdAt: new Date(), moved: null, events: [] }]) : []
  return { id, isSaved: true, fields, problems, archive, ...(preview && { preview }), ...(sameMonth && { sameMonth }) }
}

// Usually another file with the same words and figures: the old file is not offered again.
function replacementOf(report: Report) {
  const fields = mapFields((field) => report[reportDefinitions[field].column] ?? '')
  return { ...fields, file_url: '', sha256: '', replaces: report.id }
}
