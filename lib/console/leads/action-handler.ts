import { notFound } from 'next/navigation'
import { z } from 'zod'
import { apiTable } from '@/lib/http/api-table'
import { problem, readJson } from '@/lib/http/handler'
import { clientOf } from '@/lib/http/request'
import { namesLead } from '@/lib/leads/fields'
import { findDraft, keepDraft } from '@/lib/leads/form-post'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { log } from '@/lib/log'
import { consoleAction, type Destination } from '@/lib/operator/console'
import { consolePaths, leadPath, type Query } from '@/lib/operator/console-paths'
import { type ActionFields, type ActionName, actionSchemas, actOn, actOnMany, bulkSchema } from './actions'
import { unpackFilters } from './list-query'

type Context = { params: Promise<{ id: string }> }

/** A handler of one action on a lead: a form of the console is answered with 303 to the lead, JSON with the outcome. */
export function leadAction(name: ActionName) {
  const path = name === 'update' ? '/api/operator/leads/{id}' : (`/api/operator/leads/{id}/${name}` as const)
  const { maxBytes, optional }: { maxBytes: number; optional?: boolean } = apiTable[path].POST.body
  const schema: z.ZodType<ActionFields> = actionSchemas[name]

  async function act(lead: StoredLead, operator: string, fields: ActionFields) {
    const outcome = await actOn(name, lead, operator, fields)
    log.info({ operator, id: lead.id, action: name, result: outcome.result }, 'lead managed')
    return outcome
  }

  return consoleAction<[Context]>(
    maxBytes,
    async ({ form, operator, request }, { params }) => {
      const lead = await findNamed((await params).id)
      const list = form.get('list') ?? ''
      if (!lead) return toList(list, { problem: 'gone' })
      const toLead = (query: Query) => ({ path: leadPath(lead.id), query: { ...query, ...(list && { list }) } })
      const typed = schema.safeParse(Object.fromEntries(form))
      if (!typed.success) return toLead({ problem: 'invalid', ...(await keepTyped(form, request)) })
      const { result, deleted } = await act(lead, operator, typed.data)
      if (result === 'conflict') return toLead({ problem: 'changed', ...(await keepTyped(form, request)) })
      return result === 'erased' ? toList(list, { done: result, leads: String(deleted) }) : toLead({ done: result })
    },
    {
      keep: keepTyped,
      async answerJson(request, operator, { params }) {
        const isEmpty = optional && !request.headers.has('content-type')
        const read = isEmpty ? undefined : await readJson(request, schema, maxBytes, optional ? {} : undefined)
        if (read?.problem) return read.problem
        const lead = await findNamed((await params).id)
        if (!lead) notFound()
        const outcome = await act(lead, operator, read?.value ?? {})
        return outcome.result === 'conflict' ? problem('note_changed') : Response.json(outcome)
      },
    },
  )
}

const { maxBytes } = apiTable['/api/operator/leads'].POST.body

export const bulkAction = consoleAction(
  maxBytes,
  async ({ form, operator }) => {
    const typed = bulkSchema.safeParse({ ...Object.fromEntries(form), ids: form.getAll('id') })
    const list = form.get('list') ?? ''
    if (!typed.success) return toList(list, { problem: form.has('id') ? 'invalid' : 'none_selected' })
    const changed = await actOnAll(typed.data, operator)
    return toList(list, { done: typed.data.action === 'erase' ? 'erased' : 'changed', leads: String(changed) })
  },
  {
    async answerJson(request, operator) {
      const body = await readJson(request, bulkSchema, maxBytes)
      if (body.problem) return body.problem
      return Response.json({ changed: await actOnAll(body.value, operator) })
    },
  },
)

async function actOnAll(bulk: z.output<typeof bulkSchema>, operator: string): Promise<number> {
  const changed = await actOnMany(bulk, operator)
  log.info({ operator, action: bulk.action, changed }, 'leads managed')
  return changed
}

function findNamed(id: string): Promise<StoredLead | null> | null {
  return namesLead(id) ? findLead(id) : null
}

function toList(list: string, query: Query): Destination {
  return { path: consolePaths.leads, query: { ...unpackFilters(list).filters, ...query } }
}

const typedFields = ['note', 'owner', 'reminder'] as const

export type Typed = Partial<Record<(typeof typedFields)[number], string>>

// Nothing typed is lost: neither when somebody else was first, nor when the session has ended.
async function keepTyped(form: URLSearchParams, request: Request): Promise<Query> {
  const typed = Object.fromEntries(typedFields.flatMap((name) => (form.has(name) ? [[name, form.get(name)]] : [])))
  if (Object.keys(typed).length === 0) return {}
  const values = { message: JSON.stringify(typed) }
  return { draft: await keepDraft({ values, idempotencyKey: '' }, clientOf(request)) }
}

export async function findTyped(draft: unknown): Promise<Typed | undefined> {
  const found = await findDraft(draft)
  const parsed = z.record(z.string(), z.string()).safeParse(found && JSON.parse(found.values.message ?? '{}'))
  return parsed.success ? parsed.data : undefined
}
