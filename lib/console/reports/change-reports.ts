import { maxReasonCharacters, pathOfFile } from '@/lib/attestations/fields'
import { changeRateLimit, restoreReport, withdrawReport } from '@/lib/attestations/publish'
import { readFormWithFile } from '@/lib/attestations/receive-file'
import { draftSchema, withdrawalSchema } from '@/lib/attestations/schema'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType, problem } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { type Action, type Destination, readForm } from '@/lib/operator/console'
import { consolePaths, draftPath } from '@/lib/operator/console-paths'
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

async function save(action: Action): Promise<Destination> {
  const draft = await keepDraft(action)
  if (!draft) return toList({ problem: 'malformed' })
  const refused = action.form.get(fileProblem)
  return { path: draftPath(draft), query: refused ? { problem: refused } : { done: 'saved' } }
}

/** What was typed is saved as a draft first: if it cannot be published, it is still there. */
async function publish(action: Action): Promise<Destination> {
  const draft = await keepDraft(action)
  if (!draft) return toList({ problem: 'malformed' })
  const back = (code: string): Destination => ({ path: draftPath(draft), query: { problem: code } })
  const refused = action.form.get(fileProblem)
  if (refused) return back(refused)
  const report = await publishDraft(draft, action.operator)
  if (typeof report === 'string') return back(report)
  if ('current' in report) return back('month_published')
  if ('fields' in report) return back('fields')
  return toList({ done: 'added' })
}

async function replace(action: Action): Promise<Destination> {
  action.form.set('replaces', action.form.get('same_month') ?? '')
  return publish(action)
}

const draftName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

async function keepDraft({ form, operator }: Action): Promise<string | undefined> {
  const typed = draftSchema.safeParse(Object.fromEntries(form))
  const id = form.get('draft') ?? ''
  if (!typed.success || !draftName.test(id)) return undefined
  await saveDraft(id, typed.data, operator)
  return id
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
  if (typeof report === 'string') return toList({ problem: report })
  return toList({ done: 'withdrawn' })
}

async function restore({ form, operator }: Action): Promise<Destination> {
  const report = await restoreReport(form.get('report') ?? '', operator)
  if (typeof report === 'string') return toList({ problem: report })
  if ('current' in report) return toList({ problem: 'month_taken' })
  return toList({ done: 'restored' })
}
