import { pathOfFile } from '@/lib/attestations/file-address'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import { readFormWithFile } from '@/lib/attestations/receive-file'
import {
  changeRateLimit,
  restoreReport,
  withdrawReport,
} from '@/lib/attestations/report-changes'
import { draftSchema, withdrawalSchema } from '@/lib/attestations/schema'
import type { Action, Destination } from '@/lib/console/console-action'
import { maxBodyBytesOf, mediaTypes } from '@/lib/http/api-table'
import {
  errorResponse,
  mediaType,
  problemResponse,
  validated,
} from '@/lib/http/handler'
import { type PostedForm, readForm } from '@/lib/http/posted-form'
import { limitProblem } from '@/lib/http/rate-limit'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { consolePaths, itemPath } from '@/lib/operator/console-paths'
import type { Authorized } from '@/lib/operator/keys'
import { keysOf } from '@/lib/text'
import { deleteDraft, saveDraft } from './draft-store'
import { publishDraft, returnDraft } from './drafts'

// The field that holds the reason why the form's file was refused.
const fileProblem = 'file_problem'

/**
 * The report form fields that a person fills in, and those that identify the
 * report or draft.
 */
export const typedInReports = [
  ...keysOf(draftSchema.shape),
  'draft',
  'reason',
  'report',
]

/**
 * Reads a form. If the sender may not change reports, reads only the text of
 * the form, and neither stores its file nor reads it to the end.
 */
export async function readReportForm(
  request: Request,
  { problem }: Authorized,
): Promise<PostedForm> {
  const maxTextBytes = maxBodyBytesOf(request) - maxFileBytes
  if (mediaType(request) !== mediaTypes.multipart)
    return readForm(request, maxTextBytes)
  const { form, file, isIntact } = await readFormWithFile(
    request,
    problem && maxTextBytes,
  )
  if (!isIntact) return { form, problem: problemResponse('malformed') }
  if (file instanceof Error)
    return { form, problem: errorResponse(file, request) }
  form.delete(fileProblem)
  if (file?.refusal) form.set(fileProblem, file.refusal.code)
  else if (file) {
    form.set('file_url', pathOfFile(file.sha256))
    form.set('sha256', file.sha256)
  }
  return { form }
}

export function pageOfReportForm(form: URLSearchParams): string {
  const draft = form.get('draft')
  return draft === null ? consolePaths.reports : itemPath('reports', draft)
}

const intents = {
  save,
  publish,
  replace,
  approve: publishSaved,
  return: takeBack,
  discard,
  withdraw,
  restore,
}

export async function changeReports(
  action: Action,
): Promise<Destination | Response> {
  const limited = await limitProblem(changeRateLimit, clientOf(action.request))
  if (limited) return limited
  const asked =
    action.form.get('intent') ?? (action.form.get(fileProblem) ? 'save' : '')
  return Object.hasOwn(intents, asked)
    ? intents[asked as keyof typeof intents](action)
    : problemResponse('malformed')
}

function toList(query: Destination['query']): Destination {
  return { path: consolePaths.reports, query }
}

const draftName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function save({
  form,
  operator,
}: Action): Promise<Destination | Response> {
  const typed = validated(draftSchema, Object.fromEntries(form))
  const id = form.get('draft') ?? ''
  if (typed.problem) return typed.problem
  if (!draftName.test(id)) return problemResponse('malformed')
  await saveDraft(id, typed.value, operator)
  const refused = form.get(fileProblem)
  return {
    path: itemPath('reports', id),
    query: refused ? { problem: refused } : { done: 'saved' },
  }
}

/**
 * Saves the input as a draft first, so that it survives if it cannot be
 * published.
 */
async function publish(action: Action): Promise<Destination | Response> {
  const saved = await save(action)
  if (saved instanceof Response || saved.query?.problem) return saved
  return publishSaved(action)
}

async function publishSaved({
  form,
  operator,
  isMachine,
}: Action): Promise<Destination> {
  const draft = form.get('draft') ?? ''
  const outcome = await publishDraft(draft, {
    operator,
    isMachine,
    seen: form.get('seen'),
    seenFile: form.get('seen_file'),
  })
  return 'done' in outcome
    ? toList(outcome)
    : { path: itemPath('reports', draft), query: outcome }
}

async function takeBack({ form, operator }: Action): Promise<Destination> {
  const draft = form.get('draft') ?? ''
  return (await returnDraft(draft, operator))
    ? { path: itemPath('reports', draft), query: { done: 'returned' } }
    : toList({ problem: 'not_found' })
}

async function replace(action: Action): Promise<Destination | Response> {
  action.form.set('replaces', action.form.get('same_month') ?? '')
  return publish(action)
}

async function discard({ form, operator }: Action): Promise<Destination> {
  const draft = form.get('draft') ?? ''
  if (!(await deleteDraft(draft))) return toList({ problem: 'not_found' })
  log.info({ operator, draft }, 'draft of a report deleted')
  return toList({ done: 'discarded' })
}

async function withdraw({
  form,
  operator,
}: Action): Promise<Destination | Response> {
  const given = validated(withdrawalSchema, { reason: form.get('reason') })
  if (given.problem) return given.problem
  const { refusal } = await withdrawReport(
    form.get('report') ?? '',
    operator,
    given.value.reason,
  )
  return toList(refusal ? { problem: refusal.code } : { done: 'withdrawn' })
}

async function restore({ form, operator }: Action): Promise<Destination> {
  const { refusal } = await restoreReport(form.get('report') ?? '', operator)
  if (!refusal) return toList({ done: 'restored' })
  const isTaken = refusal.code === 'month_published'
  return toList({ problem: isTaken ? 'month_taken' : refusal.code })
}
