import { notFound } from 'next/navigation'
import type { z } from 'zod'
import { problem, readJsonBody } from '@/lib/http/handler'
import { leadNamePattern } from '@/lib/leads/fields'
import { findLead, neighborsOf, type StoredLead } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import {
  type Action,
  bodyOf,
  consoleAction,
  type Destination,
  keepTyped,
} from '@/lib/operator/console'
import {
  consolePaths,
  itemPath,
  type Query,
} from '@/lib/operator/console-paths'
import type { Role } from '@/lib/operator/role-names'
import { roleProblem } from '@/lib/operator/roles'
import { actOnMany, leadActions } from './actions'
import { matchQuery, unpackFilters } from './list-query'
import {
  type ActionFields,
  type ActionName,
  actionSchemas,
  type BulkAction,
  bulkSchema,
  worksheetShape,
} from './schema'

/** The lead fields that operators fill in. */
const typedFields = ['note', ...Object.keys(worksheetShape)]

/**
 * Performs the action on the lead that the address names. Forms get a 303 to
 * the lead, JSON requests the outcome.
 */
export const leadAction = consoleAction(changeByForm, {
  pageOf: (_, request) => itemPath('leads', partsOf(request).id),
  typed: typedFields,
  answerJson: changeByJson,
})

async function changeByForm({ form, operator, request }: Action) {
  const { name, schema, lead, refusal } = await readAddress(request, operator)
  if (refusal) return refusal
  const list = form.get('list') ?? ''
  if (!lead) return toList(list, { problem: 'gone' })
  const toLead = (query: Query) => ({
    path: itemPath('leads', lead.id),
    query: { ...query, ...(list && { list }) },
  })
  const showAgain = async (reason: 'invalid' | 'changed') =>
    toLead({
      problem: reason,
      ...(await keepTyped(form, request, typedFields)),
    })

  const typed = schema.safeParse(changedFields(form))
  if (!typed.success) return showAgain('invalid')
  // Looked up first, because the change may take the lead off the list.
  const next =
    typed.data.action === 'next' ? await nextLead(lead, list) : undefined
  const { result, deleted } = await act(name, lead, operator, typed.data)
  if (result === 'conflict') return showAgain('changed')
  if (next) return next
  return result === 'erased'
    ? toList(list, { done: result, leads: String(deleted) })
    : toLead({ done: result })
}

async function changeByJson(
  request: Request,
  operator: string,
): Promise<Response> {
  const { name, schema, lead, refusal } = await readAddress(request, operator)
  if (refusal) return refusal
  const { maxBytes, optional } = bodyOf(request)
  const isEmpty = optional && !request.headers.has('content-type')
  const whenEmpty = optional ? {} : undefined
  const read = isEmpty
    ? undefined
    : await readJsonBody(request, schema, maxBytes, whenEmpty)
  if (read?.problem) return read.problem
  if (!lead) notFound()
  const outcome = await act(name, lead, operator, read?.value ?? {})
  return outcome.result === 'conflict'
    ? problem('note_changed')
    : Response.json(outcome)
}

/**
 * Leaves out the fields that the operator did not change, because a value
 * stored by an older version may be invalid now.
 */
function changedFields(form: URLSearchParams): Record<string, string> {
  const fields = Object.fromEntries(form)
  const changed = Object.entries(fields).filter(([name]) => {
    const field = name.replace('previous_', '')
    const isTyped = Object.hasOwn(worksheetShape, field)
    return !isTyped || fields[field] !== fields[`previous_${field}`]
  })
  return Object.fromEntries(changed)
}

async function nextLead(lead: StoredLead, list: string): Promise<Destination> {
  const { next } = await neighborsOf(lead, unpackFilters(list).query)
  if (!next) return toList(list, { done: 'saved_last' })
  return {
    path: itemPath('leads', next),
    query: { done: 'saved_next', ...(list && { list }) },
  }
}

function roleFor(action: string): Role {
  return action === 'erase' ? 'admin' : 'sales'
}

function partsOf({ url }: Request) {
  const [id = '', name = 'update'] = new URL(url).pathname
    .split('/')
    .filter(Boolean)
    .slice(3)
  return { id, name }
}

/** Finds the action and the lead, and whether the operator lacks the role. */
async function readAddress(request: Request, operator: string) {
  const { id, name } = partsOf(request)
  if (!Object.hasOwn(actionSchemas, name)) notFound()
  const refusal = roleProblem(operator, roleFor(name))
  const schema: z.ZodType<ActionFields> = actionSchemas[name as ActionName]
  return {
    name: name as ActionName,
    schema,
    refusal,
    lead: leadNamePattern.test(id) ? await findLead(id) : null,
  }
}

async function act(
  name: ActionName,
  lead: StoredLead,
  operator: string,
  fields: ActionFields,
) {
  const outcome = await leadActions[name](lead, operator, fields)
  log.info(
    { operator, id: lead.id, action: name, result: outcome.result },
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
  const refusal = roleProblem(operator, roleFor(typed.data.action))
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
  const { maxBytes } = bodyOf(request)
  const body = await readJsonBody(request, bulkSchema, maxBytes)
  if (body.problem) return body.problem
  const refusal = roleProblem(operator, roleFor(body.value.action))
  if (refusal) return refusal
  if ('match' in body.value && !isMatchValid(body.value.match))
    return problem('invalid_fields', { fields: { match: ['invalid_query'] } })
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
  const changed = await actOnMany(bulk, operator)
  log.info({ operator, action: bulk.action, changed }, 'leads managed')
  if (bulk.action === 'erase')
    await recordAction(operator, 'erased', { count: changed })
  return changed
}

function toList(list: string, query: Query): Destination {
  return {
    path: consolePaths.leads,
    query: { ...unpackFilters(list).filters, ...query },
  }
}
