import { notFound } from 'next/navigation'
import { z } from 'zod'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType, readJson } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { clientOf, isCrossSite } from '@/lib/http/request'
import { namesLead } from '@/lib/leads/fields'
import { findDraft, keepDraft } from '@/lib/leads/form-post'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { authoriseForm } from '@/lib/operator/authorise'
import { consoleAction, type Destination } from '@/lib/operator/console'
import type { Query } from '@/lib/operator/console-paths'
import { consolePaths, leadPath } from '@/lib/operator/console-paths'
import {
  type ActionFields,
  type ActionName,
  actionSchemas,
  actOn,
  actOnMany,
  bulkSchema,
  isConflict,
  type Outcome,
} from './actions'
import { unpackFilters } from './list-query'

type Context = { params: Promise<{ id: string }> }

/** A handler of one action on a lead: a form of the console is answered with 303 to the lead, JSON with the outcome. */
export function leadAction(name: ActionName, maxBytes: number) {
  const answerForm = consoleAction<[Context]>(
    maxBytes,
    async ({ form, operator, request }, { params }) => {
      const lead = await findNamed((await params).id)
      const list = form.get('list') ?? ''
      if (!lead) return toList(list, { problem: 'gone' })
      const typed = schemaOf(name).safeParse(Object.fromEntries(form))
      if (!typed.success) return toLead(lead, list, { problem: 'invalid', ...(await keepTyped(form, request)) })
      const outcome = await act(name, lead, operator, typed.data)
      if (outcome.result === 'erased') return toList(list, { done: 'erased', leads: String(outcome.deleted) })
      if (!isConflict(outcome)) return toLead(lead, list, { done: outcome.result })
      return toLead(lead, list, { problem: 'changed', ...(await keepTyped(form, request)) })
    },
    { keep: keepTyped },
  )

  return handler<[Context]>(async (request, context) => {
    if (mediaType(request) === mediaTypes.form) return answerForm(request, context)
    if (isCrossSite(request)) return problem('cross_site')
    const { operator, problem: refusal } = await authoriseForm(request)
    if (refusal) return refusal
    const isEmpty = isButton(name) && !request.headers.has('content-type')
    const body = isEmpty ? undefined : await readBody(request)
    if (body?.problem) return body.problem
    const lead = await findNamed((await context.params).id)
    if (!lead) notFound()
    const outcome = await act(name, lead, operator, body?.value ?? {})
    return isConflict(outcome) ? problem('note_changed') : Response.json(outcome)
  })

  function readBody(request: Request) {
    const whenEmpty = isButton(name) ? {} : undefined
    return readJson<ActionFields>(request, schemaOf(name), maxBytes, whenEmpty)
  }
}

/** A handler of an action on several leads: a form is answered with 303 to the list, JSON with the number of changes. */
export function bulkAction(maxBytes: number) {
  const answerForm = consoleAction(maxBytes, async ({ form, operator }) => {
    const typed = bulkSchema.safeParse({ ...Object.fromEntries(form), ids: form.getAll('id') })
    const list = form.get('list') ?? ''
    if (!typed.success) return toList(list, { problem: form.has('id') ? 'invalid' : 'none_selected' })
    const changed = await actOnMany(typed.data, operator)
    log.info({ operator, action: typed.data.action, changed }, 'leads managed')
    return toList(list, { done: typed.data.action === 'erase' ? 'erased' : 'changed', leads: String(changed) })
  })

  return handler(async (request) => {
    if (mediaType(request) === mediaTypes.form) return answerForm(request)
    if (isCrossSite(request)) return problem('cross_site')
    const { operator, problem: refusal } = await authoriseForm(request)
    if (refusal) return refusal
    const body = await readJson(request, bulkSchema, maxBytes)
    if (body.problem) return body.problem
    const changed = await actOnMany(body.value, operator)
    log.info({ operator, action: body.value.action, changed }, 'leads managed')
    return Response.json({ changed })
  })
}

function schemaOf(name: ActionName): z.ZodType<ActionFields> {
  return actionSchemas[name]
}

function isButton(name: ActionName): boolean {
  return name !== 'assign' && name !== 'note' && name !== 'update'
}

function findNamed(id: string): Promise<StoredLead | null> | null {
  return namesLead(id) ? findLead(id) : null
}

function toLead({ id }: StoredLead, list: string, query: Query): Destination {
  return { path: leadPath(id), query: { ...query, ...(list && { list }) } }
}

function toList(list: string, query: Query): Destination {
  return { path: consolePaths.leads, query: { ...unpackFilters(list).filters, ...query } }
}

async function act(name: ActionName, lead: StoredLead, operator: string, fields: ActionFields): Promise<Outcome> {
  const outcome = await actOn(name, lead, operator, fields)
  log.info({ operator, id: lead.id, action: name, result: outcome.result }, 'lead managed')
  return outcome
}

const typedFields = ['note', 'owner', 'reminder'] as const

/** What an operator typed on a lead's page and is not saved yet. */
export type Typed = Partial<Record<(typeof typedFields)[number], string>>

// Nothing typed is lost: neither when somebody else was first, nor when the session has ended.
async function keepTyped(form: URLSearchParams, request: Request): Promise<Query> {
  const typed = Object.fromEntries(typedFields.flatMap((name) => (form.has(name) ? [[name, form.get(name)]] : [])))
  if (Object.keys(typed).length === 0) return {}
  const draft = await keepDraft({ values: { message: JSON.stringify(typed) }, idempotencyKey: '' }, clientOf(request))
  return draft ? { draft } : {}
}

/** What was typed, by the name of its draft; undefined if there is none, or no longer. */
export async function findTyped(draft: unknown): Promise<Typed | undefined> {
  const found = await findDraft(draft)
  const parsed = z.record(z.string(), z.string()).safeParse(found && JSON.parse(found.values.message ?? '{}'))
  return parsed.success ? parsed.data : undefined
}
