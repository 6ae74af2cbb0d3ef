import {
  type Action,
  consoleAction,
  type Destination,
} from '@/lib/console/console-action'
import { storeRefusedFields } from '@/lib/console/refused-form'
import {
  type FieldProblems,
  fieldProblems,
  problemResponse,
  readJsonBody,
} from '@/lib/http/handler'
import { leadNamePattern } from '@/lib/leads/contact-fields'
import { findLead, neighborsOf, type StoredLead } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import {
  consolePaths,
  itemPath,
  type Query,
} from '@/lib/operator/console-paths'
import { roleProblem } from '@/lib/operator/roles'
import { applyBulkAction, applyLeadAction } from './actions'
import { matchQuery, unpackFilters } from './list-query'
import {
  type BulkAction,
  bulkSchema,
  type LeadUpdate,
  updateSchema,
  worksheetShape,
} from './schema'

/** The lead fields that operators fill in. */
const typedFields = ['note', ...Object.keys(worksheetShape)]

/**
 * Performs the action on the lead that the address names. Forms get a 303 to
 * the lead, JSON requests the outcome.
 */
export const leadAction = consoleAction(changeByForm, {
  pageOf: (_, request) => itemPath('leads', leadIdOf(request)),
  typed: typedFields,
  answerJson: changeByJson,
})

async function changeByForm({ form, operator, request }: Action) {
  const typed = updateSchema.safeParse(changedFields(form))
  const refusal = refusalOf(operator, typed.data?.action)
  if (refusal) return refusal
  const list = form.get('list') ?? ''
  const lead = await findNamedLead(request)
  if (!lead) return toList(list, { problem: 'gone' })
  const showAgain = async (
    problem: 'invalid' | 'changed' | 'changed_by_you',
    fields?: FieldProblems,
  ) =>
    toLead(lead.id, list, {
      problem,
      ...(await storeRefusedFields(form, request, typedFields, fields)),
    })

  if (!typed.success) return showAgain('invalid', fieldProblems(typed.error))
  // Looks up the next lead first, because the change may take this one off the
  // list.
  const next =
    typed.data.action === 'next' ? await nextLead(lead, list) : undefined
  const { result, deleted, isOwn } = await act(lead, operator, typed.data)
  if (result === 'conflict')
    return showAgain(isOwn ? 'changed_by_you' : 'changed')
  if (next) return next
  return result === 'erased'
    ? toList(list, { done: result, leads: String(deleted) })
    : toLead(lead.id, list, { done: result })
}

async function changeByJson(
  request: Request,
  operator: string,
): Promise<Response> {
  const body = await readJsonBody(request, updateSchema)
  const refusal = refusalOf(operator, body.value?.action)
  if (refusal) return refusal
  if (body.problem) return body.problem
  const lead = await findNamedLead(request)
  if (!lead) return problemResponse('not_found')
  const outcome = await act(lead, operator, body.value)
  return outcome.result === 'conflict'
    ? problemResponse('lead_changed')
    : Response.json(outcome)
}

/**
 * Leaves out the fields that the operator did not change, because a value
 * stored by an older version may be invalid now. Includes their previous
 * values, because a button may change such a field.
 */
function changedFields(form: URLSearchParams): Record<string, string> {
  const fields = Object.fromEntries(form)
  const changed = Object.entries(fields).filter(
    ([name, value]) =>
      !Object.hasOwn(worksheetShape, name) ||
      value !== fields[`previous_${name}`],
  )
  return Object.fromEntries(changed)
}

async function nextLead(lead: StoredLead, list: string): Promise<Destination> {
  const { next } = await neighborsOf(lead, unpackFilters(list).query)
  return next
    ? toLead(next, list, { done: 'saved_next' })
    : toList(list, { done: 'saved_last' })
}

/** Returns a problem unless the operator's role allows the action. */
function refusalOf(
  operator: string,
  action: LeadUpdate['action'] | BulkAction['action'] | undefined,
): Response | undefined {
  return roleProblem(operator, action === 'erase' ? 'admin' : 'sales')
}

function leadIdOf({ url }: Request): string {
  return new URL(url).pathname.split('/')[4] ?? ''
}

async function findNamedLead(request: Request): Promise<StoredLead | null> {
  const id = leadIdOf(request)
  return leadNamePattern.test(id) ? findLead(id) : null
}

async function act(lead: StoredLead, operator: string, update: LeadUpdate) {
  const outcome = await applyLeadAction(lead, operator, update)
  log.info(
    { operator, id: lead.id, action: update.action, result: outcome.result },
    'lead managed',
  )
  if (outcome.result === 'erased')
    await recordAction(operator, 'erased', {
      subject: lead.id,
      count: outcome.deleted ?? 0,
    })
  return outcome
}

export const bulkAction = consoleAction(changeManyByForm, {
  pageOf: () => consolePaths.leads,
  answerJson: changeManyByJson,
})

async function changeManyByForm({ form, operator }: Action) {
  const list = form.get('list') ?? ''
  const isMatch = form.has('all')
  const typed = bulkSchema.safeParse({
    ...Object.fromEntries(form),
    ...(isMatch ? { match: list } : { ids: form.getAll('id') }),
  })
  if (!typed.success) {
    const hasChoice = form.has('id') || isMatch
    return toList(list, { problem: hasChoice ? 'invalid' : 'none_selected' })
  }
  const refusal = refusalOf(operator, typed.data.action)
  if (refusal) return refusal
  if (isMatch && !form.has('before')) return toList(list, questionOf(form))
  const changed = await actOnAll(typed.data, operator)
  const query = {
    done: typed.data.action === 'erase' ? 'erased' : 'changed',
    leads: String(changed),
  }
  return form.get('from') === 'admin'
    ? { path: consolePaths.admin, query }
    : toList(list, query)
}

async function changeManyByJson(
  request: Request,
  operator: string,
): Promise<Response> {
  const body = await readJsonBody(request, bulkSchema)
  if (body.problem) return body.problem
  const refusal = refusalOf(operator, body.value.action)
  if (refusal) return refusal
  if ('match' in body.value && !isMatchValid(body.value.match))
    return problemResponse('invalid_fields', {
      fields: { match: ['invalid_query'] },
    })
  return Response.json({ changed: await actOnAll(body.value, operator) })
}

function isMatchValid(match: string | undefined): boolean {
  return match === undefined || matchQuery(match, undefined) !== undefined
}

/** Asks for confirmation before all leads of a list are changed. */
function questionOf(form: URLSearchParams): Query {
  const asked = ['action', 'stage', 'owner', 'channel'].flatMap((name) => {
    const value = form.get(name)
    return value === null ? [] : [[`bulk_${name}`, value]]
  })
  return { step: 'bulk', ...Object.fromEntries(asked) }
}

async function actOnAll(bulk: BulkAction, operator: string): Promise<number> {
  const changed = await applyBulkAction(bulk, operator)
  log.info({ operator, action: bulk.action, changed }, 'leads managed')
  if (bulk.action === 'erase')
    await recordAction(operator, 'erased', { count: changed })
  return changed
}

function toLead(id: string, list: string, query: Query): Destination {
  return {
    path: itemPath('leads', id),
    query: { ...query, list: list || undefined },
  }
}

function toList(list: string, query: Query): Destination {
  return {
    path: consolePaths.leads,
    query: { ...unpackFilters(list).filters, ...query },
  }
}
