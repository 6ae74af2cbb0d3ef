import { randomUUID } from 'node:crypto'
import { isCurrent, type Report, toArchive } from '@/lib/attestations/archive'
import {
  mapColumns,
  mapFields,
  type ReportRow,
  reportDefinitions,
} from '@/lib/attestations/fields'
import { readArchive } from '@/lib/attestations/load'
import { checkReport, publishReport } from '@/lib/attestations/publish'
import type { DraftFields } from '@/lib/attestations/schema'
import { findReport } from '@/lib/attestations/store'
import type { FieldProblems } from '@/lib/http/handler'
import type { Typed } from '@/lib/operator/console'
import type { Query } from '@/lib/operator/console-paths'
import { deleteDraft, findDraft } from './store'

export type DraftPage = {
  id: string
  isSaved: boolean
  fields: DraftFields
  problems: FieldProblems
  preview?: Report
  sameMonth?: Report
  archive: Report[]
}

export async function beginDraft(
  replaces: string | undefined,
): Promise<DraftPage> {
  const archive = await readArchive()
  const replaced = archive.find(({ id }) => id === replaces)
  // A replacement usually has a new file with the same words and figures, so
  // the old file is not carried over.
  const own = {
    file_url: '',
    sha256: '',
    replaces: replaced?.id ?? '',
    as_of_confirmed: '',
  }
  const fields = {
    ...mapFields((field) => replaced?.[reportDefinitions[field].column] ?? ''),
    ...own,
  }
  return { id: randomUUID(), isSaved: false, fields, problems: {}, archive }
}

/** Opens an existing or a new draft, with any unsaved input. */
export async function openDraft(
  id: string,
  replaces: Query[string],
  typed?: Typed,
): Promise<DraftPage | undefined> {
  const isNew = id === 'new' || typed !== undefined
  const draft =
    (await loadDraft(id)) ??
    (isNew ? await beginDraft(String(replaces)) : undefined)
  return (
    draft && {
      ...draft,
      id: typed?.draft ?? draft.id,
      fields: { ...draft.fields, ...typed } as DraftFields,
    }
  )
}

export async function loadDraft(id: string): Promise<DraftPage | undefined> {
  const [draft, archive] = await Promise.all([findDraft(id), readArchive()])
  if (!draft) return undefined
  const { fields } = draft
  const { report, fields: problems = {} } = await checkReport(reportOf(fields))
  const month = fields.report_date.trim()
  const sameMonth = archive.find((other) => {
    return (
      isCurrent(other) &&
      other.reportDate === month &&
      other.id !== fields.replaces
    )
  })
  const row = report && (mapColumns((field) => report[field]) as ReportRow)
  const [preview] = row
    ? toArchive([
        { id, ...row, createdAt: new Date(), moved: null, events: [] },
      ])
    : []
  return {
    id,
    isSaved: true,
    fields,
    problems,
    archive,
    ...(preview && { preview }),
    ...(sameMonth && { sameMonth }),
  }
}

function reportOf({ as_of_confirmed, ...fields }: DraftFields) {
  return { ...fields, as_of_confirmed: as_of_confirmed === 'true' }
}

/**
 * Publishes a draft, then deletes it. The report is stored under the draft's
 * id, so a crash in between or a second request publishes it only once. Returns
 * an error code if it was not published.
 */
export async function publishDraft(
  id: string,
  operator: string,
): Promise<string | undefined> {
  const draft = await findDraft(id)
  // No client can send such a key (lib/http/request.ts).
  const key = `draft:${id}`
  if (!draft)
    return (await findReport({ idempotencyKey: key })) ? undefined : 'not_found'
  const checked = await checkReport(reportOf(draft.fields))
  if (checked.fields) return 'fields'
  const report = await publishReport(checked.report, key, operator)
  if (typeof report === 'string') return report
  if ('current' in report) return 'month_published'
  if ('fields' in report) return 'fields'
  await deleteDraft(id)
  return undefined
}
