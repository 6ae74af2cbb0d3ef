import { maxReasonCharacters, pathOfFile } from '@/lib/attestations/fields'
import { changeRateLimit, restoreReport, withdrawReport } from '@/lib/attestations/publish'
import { readFormWithFile } from '@/lib/attestations/receive-file'
import { draftSchema, withdrawalSchema } from '@/lib/attestations/schema'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType, problem } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { type Action, type Destination, readForm } from '@/lib/operator/console'
import { consolePaths, itemPath } from '@/lib/operator/console-paths'
import { publishDraft } from './drafts'
import { deleteDraft, saveDraft } from './store'

const maxTextBytes = 64 * 1024

// The field that names why the form's file was refused.
const fileProblem = 'file_problem'

export async function readReportForm(request: Request): Promise<URLSearchParams | Response> {
  if (mediaType(request) !== mediaTypes.multipart) return readForm(request, maxTextBytes)
  const read = await readFormWithFile(request)
  if (!read) return problem('malformed')
  const { form, file } = read
  form.delete(fileProblem)
  if (typeof file === 'string') form.set(fileProblem, file)
  if (typeof file === 'object') {
    form.set('file_url', pathOfFile(file.sha256))
    form.set('sha256', file.sha256)
  }
  return form
}

const intents = { save, publish, replace, discard, withdraw, restore }

export async function changeReports(action: Action): Promise<Destination> {
  if ((await changeRateLimit.take(clientOf(action.request))) > 0) return toList({ problem: 'rate_limited' })
  const asked = action.form.get('intent') ?? (action.form.get(fileProblem) ? 'save' : '')
  return Object.hasOwn(intents, asked)
    ? intents[asked as keyof typeof intents](action)
    : toList({ problem: 'malformed' })
}

function toList(query: Destination['query']): Destination {
  return { path: consolePaths.reports, query }
}

const draftName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function save({ form, operator }: Action): Promise<Destination> {
  const typed = draftSchema.safeParse(Object.fromEntries(form))
  const id = form.get('draft') ?? ''
  if (!typed.success || !draftName.test(id)) return toList({ problem: 'malformed' })
  await saveDraft(id, typed.data, operator)
  const refused = form.get(fileProblem)
  return { path: itemPath('reports', id), query: refused ? { problem: refused } : { done: 'saved' } }
}

/** What was typed is saved as a draft first: if it cannot be published, it is still there. */
async function publish(action: Action): Promise<Destination> {
  const saved = await save(action)
  if (saved.query?.problem) return saved
  const refused = await publishDraft(action.form.get('draft') ?? '', action.operator)
  return refused ? { path: saved.path, query: { problem: refused } } : toList({ done: 'added' })
}

async function replace(action: Action): Promise<Destination> {
  action.form.set('replaces', action.form.get('same_month') ?? '')
  return publish(action)
}

async function discard({ form, operator }: Action): Promise<Destination> {
  const draft = form.get('draft') ?? ''
  if (!(await deleteDraft(draft))) return toList({ problem: 'not_found' })
  log.info({ operator, draft }, 'draft of a report deleted')
  return toList({ done: 'discarded' })
}

async function withdraw({ form, operator }: Action): Promise<Destination> {
  const given = withdrawalSchema.safeParse({ reason: form.get('reason')?.slice(0, maxReasonCharacters) })
  const report = await withdrawReport(form.get('report') ?? '', operator, given.data?.reason ?? null)
  return toList(typeof report === 'string' ? { problem: report } : { done: 'withdrawn' })
}

async function restore({ form, operator }: Action): Promise<Destination> {
  const report = await restoreReport(form.get('report') ?? '', operator)
  if (typeof report === 'string') return toList({ problem: report })
  return toList('current' in report ? { problem: 'month_taken' } : { done: 'restored' })
}
