import {
  isCurrent,
  type Report,
  sharingFile,
  toArchive,
} from '@/lib/attestations/archive'
import {
  type NewReport,
  reportDefinitions,
  reportFields,
  rowOf,
} from '@/lib/attestations/fields'
import {
  needsSecondPerson,
  otherPublishers,
} from '@/lib/attestations/four-eyes'
import { readArchive } from '@/lib/attestations/load'
import type { ReportRefusal } from '@/lib/attestations/refusal'
import {
  checkReport,
  findMonthConflict,
  publishReport,
} from '@/lib/attestations/report-changes'
import { findReport } from '@/lib/attestations/report-store'
import { type DraftFields, draftSchema } from '@/lib/attestations/schema'
import type { FieldProblems } from '@/lib/http/handler'
import type { RefusedInput } from '@/lib/http/refused-input-store'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import type { Query } from '@/lib/operator/console-paths'
import { runSerially } from '@/lib/serial-queue'
import { recordOf } from '@/lib/text'
import {
  deleteDraft,
  endWait,
  findReportDraft,
  type ReportDraft,
  storeSubmitted,
  submitDraft,
} from './draft-store'

export type DraftPage = {
  id: string
  isSaved: boolean
  fields: DraftFields
  problems: FieldProblems
  preview?: Report
  sameMonth?: Report
  /** The current reports of other months that have the same file. */
  sharing: Report[]
  /** The operator who submitted the draft, if it waits for a second person. */
  submittedBy: string | null
  /**
   * The other operators who could publish the draft, if it waits for a second
   * person.
   */
  others: string[]
  version: string
  archive: Report[]
}

/** Begins a draft, as a replacement if `replaces` names a report. */
export async function beginDraft(
  id: string,
  replaces: Query[string],
): Promise<DraftPage> {
  const archive = await readArchive()
  const replaced = archive.find(({ id }) => id === replaces)
  const fields = {
    ...recordOf(
      reportFields,
      (field) => replaced?.[reportDefinitions[field].column] ?? '',
    ),
    // A replacement usually has a new file with the same words and figures, so
    // the old file is not carried over.
    file_url: '',
    sha256: '',
    replaces: replaced?.id ?? '',
    as_of_confirmed: '',
  }
  return {
    id,
    isSaved: false,
    fields,
    problems: {},
    submittedBy: null,
    others: [],
    version: '',
    archive,
    sharing: [],
  }
}

/**
 * Opens an existing draft or, if the query says `new`, begins one, with any
 * unsaved input.
 */
export async function openDraft(
  id: string,
  query: Query,
  refused?: RefusedInput,
): Promise<DraftPage | undefined> {
  const isBegun =
    refused !== undefined ||
    (query.new !== undefined && !(await findReport(id)))
  const draft =
    (await loadDraft(id)) ??
    (isBegun ? await beginDraft(id, query.replaces) : undefined)
  return (
    draft && {
      ...draft,
      fields: { ...draft.fields, ...refused?.values } as DraftFields,
      problems: refused?.fields ?? draft.problems,
    }
  )
}

export async function loadDraft(id: string): Promise<DraftPage | undefined> {
  const [draft, archive] = await Promise.all([
    findReportDraft(id),
    readArchive(),
  ])
  if (!draft) return undefined
  const { fields } = draft

  const { report, problems } = await checkReport(reportOf(fields))
  const conflict = report && (await findMonthConflict(report))
  const month = fields.report_date.trim()
  const sameMonth = archive.find(
    (other) =>
      isCurrent(other) &&
      other.reportDate === month &&
      other.id !== fields.replaces,
  )

  const [preview] = report
    ? toArchive([
        {
          id,
          ...rowOf(report),
          createdAt: new Date(),
          moved: null,
          events: [],
        },
      ])
    : []

  return {
    id,
    isSaved: true,
    fields,
    problems: problems ?? conflict?.fields ?? {},
    archive,
    submittedBy: draft.submittedBy,
    others: draft.submittedBy ? await otherPublishers(draft.submittedBy) : [],
    version: draft.version,
    preview,
    sameMonth,
    sharing: preview ? sharingFile(archive, preview) : [],
  }
}

function reportOf({ as_of_confirmed, ...fields }: DraftFields) {
  return { ...fields, as_of_confirmed: as_of_confirmed === 'true' }
}

/** The operator who publishes a draft, and the version that they have seen. */
type Publisher = {
  operator: string
  isMachine: boolean
  seen: string | null
  /** The fingerprint of the file that the operator was warned about. */
  seenFile: string | null
}

/** `submitted` means that a second person has to publish the draft. */
type Outcome = { done: 'added' | 'submitted' } | { problem: string }

/**
 * Publishes a draft, then deletes it. The report gets the draft's id, so that a
 * crash in between or a second request publishes it only once.
 */
export async function publishDraft(
  id: string,
  publisher: Publisher,
): Promise<Outcome> {
  const draft = await findReportDraft(id)
  if (!draft)
    return (await findReport(id)) ? { done: 'added' } : { problem: 'not_found' }
  if (publisher.seen !== null && publisher.seen !== draft.version)
    return { problem: 'changed' }
  const { report, problems } = await checkReport(reportOf(draft.fields))
  if (problems) return { problem: 'fields' }
  if (await needsFileWarning(draft, report, publisher))
    return { problem: 'same_file' }
  if (needsSecondPerson(rowOf(report))) {
    const waiting = await awaitSecondPerson(draft, report, publisher)
    if (waiting) return waiting
  }
  // No client can send such a key (lib/http/request.ts).
  const key = draft.idempotencyKey ?? `draft:${id}`
  const { refusal } = await publishReport(report, key, publisher.operator, id)
  if (refusal) return { problem: problemOf(refusal) }
  await deleteDraft(id)
  return { done: 'added' }
}

async function needsFileWarning(
  { submittedBy }: ReportDraft,
  report: NewReport,
  { isMachine, seenFile }: Publisher,
): Promise<boolean> {
  if (isMachine || submittedBy !== null || seenFile === report.sha256)
    return false
  return sharingFile(await readArchive(), rowOf(report)).length > 0
}

function problemOf({ code }: ReportRefusal): string {
  return code === 'invalid_fields' ? 'fields' : code
}

/** Returns undefined if the draft need not wait any longer. */
async function awaitSecondPerson(
  draft: ReportDraft,
  report: NewReport,
  { operator, isMachine }: Publisher,
): Promise<Outcome | undefined> {
  if (draft.submittedBy === operator) return { problem: 'same_person' }
  if (draft.submittedBy !== null)
    return isMachine ? { problem: 'person_needed' } : undefined
  const conflict = await findMonthConflict(report)
  if (conflict) return { problem: problemOf(conflict) }
  if (!(await submitDraft(draft, operator))) return { problem: 'changed' }
  await recordSubmission(draft.id, operator)
  return { done: 'submitted' }
}

type Submission =
  | { draft: ReportDraft; refusal?: undefined }
  | { draft?: undefined; refusal: ReportRefusal }

/**
 * Stores a report from a program or the public page as a draft that a second
 * person must publish. A repeated request returns the same draft.
 */
export async function submitReport(
  report: NewReport,
  key: string,
  operator: string,
): Promise<Submission> {
  const refusal = await findMonthConflict(report)
  if (refusal) return { refusal }
  const fields = draftSchema.parse({
    ...recordOf(reportFields, (field) => report[field] ?? ''),
    // A report whose day is outside its month is accepted only if the sender
    // confirmed the day.
    as_of_confirmed: 'true',
  })
  // One at a time, so that equal requests at the same time store one draft, even
  // without a key.
  const { isNew, draft } = await runSerially('submissions', () =>
    storeSubmitted(fields, key, operator),
  )
  if (!draft) return { refusal: { code: 'returned' } }
  if (JSON.stringify(draft.fields) !== JSON.stringify(fields))
    return { refusal: { code: 'key_reused' } }
  if (draft.submittedBy === null) return { refusal: { code: 'returned' } }
  if (isNew) await recordSubmission(draft.id, operator)
  return { draft }
}

async function recordSubmission(draft: string, operator: string) {
  log.info({ operator, draft }, 'report waits for a second person')
  await recordAction(operator, 'submitted', { subject: draft })
}

/** Returns a submitted draft to its author, who can change it. */
export async function returnDraft(
  id: string,
  operator: string,
): Promise<boolean> {
  if (!(await endWait(id))) return false
  log.info(
    { operator, draft: id },
    'report no longer waits for a second person',
  )
  await recordAction(operator, 'returned', { subject: id })
  return true
}
