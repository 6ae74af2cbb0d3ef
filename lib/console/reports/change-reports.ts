import { createDraft, type Draft, deleteDraft, publishDraft, updateDraft } from '@/lib/attestations/drafts'
import { maxReasonCharacters } from '@/lib/attestations/fields'
import { changeRateLimit } from '@/lib/attestations/manage'
import { draftSchema, withdrawalSchema } from '@/lib/attestations/schema'
import { restoreReport, withdrawReport } from '@/lib/attestations/store'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import type { Action, Destination } from '@/lib/operator/console-action'
import { consolePaths, draftPath } from '@/lib/operator/console-paths'
import { fileProblem } from './read-report-form'

const intents = { save, publish, discard, withdraw, restore }

/** Does what a form of the console asks for, and leads to the page that tells of it. */
export async function changeReports(action: Action): Promise<Destination> {
  if ((await changeRateLimit.take(clientOf(action.request))) > 0) return toList({ problem: 'rate_limited' })
  const asked = String(action.form.get('intent'))
  return Object.hasOwn(intents, asked)
    ? intents[asked as keyof typeof intents](action)
    : toList({ problem: 'malformed' })
}

function toList(query: Destination['query']): Destination {
  return { path: consolePaths.reports, query }
}

async function save(action: Action): Promise<Destination> {
  const draft = await saveDraft(action)
  if (!draft) return toList({ problem: 'not_found' })
  const problem = action.form.get(fileProblem)
  return { path: draftPath(draft.id), query: problem ? { problem } : { done: 'saved' } }
}

/** What was typed is a draft first: whatever keeps it from being published, it is still there. */
async function publish(action: Action): Promise<Destination> {
  const draft = await saveDraft(action)
  if (!draft) return toList({ problem: 'not_found' })
  const problem = action.form.get(fileProblem)
  const back = (code: string): Destination => ({ path: draftPath(draft.id), query: { problem: code } })
  if (problem) return back(problem)
  const report = await publishDraft(draft.id, action.operator)
  if (typeof report === 'string') return back(report)
  if ('fields' in report) return back('fields')
  log.info({ operator: action.operator, report: report.id, replaces: report.replacesId }, 'report added')
  return toList({ done: 'added' })
}

async function saveDraft({ form, operator }: Action): Promise<Draft | undefined> {
  const typed = draftSchema.safeParse(Object.fromEntries(form))
  if (!typed.success) return undefined
  const id = form.get('draft')
  return id ? updateDraft(id, typed.data, operator) : createDraft(typed.data, operator)
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
  log.info({ operator, report: report.id }, 'report withdrawn')
  return toList({ done: 'withdrawn' })
}

async function restore({ form, operator }: Action): Promise<Destination> {
  const report = await restoreReport(form.get('report') ?? '', operator)
  if (typeof report === 'string') return toList({ problem: report })
  log.info({ operator, report: report.id }, 'report restored')
  return toList({ done: 'restored' })
}
