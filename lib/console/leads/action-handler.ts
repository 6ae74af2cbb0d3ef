import { notFound } from 'next/navigation'
import * as z from 'zod/v4/core'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType, readJson } from '@/lib/http/body'
import { clientOf } from '@/lib/http/client'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { isCrossSite } from '@/lib/http/origin'
import { keepDraft } from '@/lib/leads/form-drafts'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { namesLead } from '@/lib/leads/reference'
import { log } from '@/lib/log'
import { authoriseForm } from '@/lib/operator/authorise'
import { consoleAction, type Destination } from '@/lib/operator/console-action'
import { consolePaths, leadPath } from '@/lib/operator/console-paths'
import { type ActionFields, type ActionName, type ActionResult, actionSchemas, actOn, type Outcome } from './actions'

type Context = { params: Promise<{ id: string }> }

// What makes another lead, or none, of the one that was acted on is said where it is: at the list.
/** A handler of one action on a lead: for a form of the console 303 to the lead, for JSON what the action came to. */
export function leadAction(name: ActionName, maxBytes: number) {
  const answerForm = consoleAction<[Context]>(maxBytes, async ({ form, operator, request }, { params }) => {
    const lead = await findNamed((await params).id)
    if (!lead) return { path: consolePaths.leads, query: { problem: 'gone' } }
    const typed = z.safeParse(actionSchemas[name], Object.fromEntries(form))
    if (!typed.success) return toLead(lead, { problem: 'invalid' })
    const outcome = await act(name, lead, operator, typed.data)
    if (outcome.result === 'erased') {
      return { path: consolePaths.leads, query: { done: 'erased', leads: String(outcome.deleted) } }
    }
    if (outcome.result !== 'note_changed') return toLead(lead, { done: outcome.result })
    const draft = await keepDraft(
      { values: { message: form.get('note') ?? '' }, idempotencyKey: '' },
      clientOf(request),
    )
    return toLead(lead, { problem: outcome.result, ...(draft && { draft }) })
  })

  return handler<[Context]>(async (request, context) => {
    if (mediaType(request) === mediaTypes.form) return answerForm(request, context)
    if (isCrossSite(request)) return problem('cross_site')
    const { operator, problem: refusal } = await authoriseForm(request)
    if (refusal) return refusal
    const body = request.headers.has('content-type') || !isButton(name) ? await readBody(request) : { value: {} }
    if (body.problem) return body.problem
    const lead = await findNamed((await context.params).id)
    if (!lead) notFound()
    const outcome = await act(name, lead, operator, body.value)
    return outcome.result === 'note_changed' ? problem('note_changed') : Response.json(outcome)
  })

  function readBody(request: Request) {
    const whenEmpty = isButton(name) ? {} : undefined
    return readJson<ActionFields>(request, actionSchemas[name], maxBytes, whenEmpty)
  }
}

function isButton(name: ActionName): boolean {
  return name !== 'assign' && name !== 'note'
}

function findNamed(id: string): Promise<StoredLead | null> | null {
  return namesLead(id) ? findLead(id) : null
}

function toLead({ id }: StoredLead, query: { done?: ActionResult; problem?: string; draft?: string }): Destination {
  return { path: leadPath(id), query }
}

async function act(name: ActionName, lead: StoredLead, operator: string, fields: ActionFields): Promise<Outcome> {
  const outcome = await actOn(name, lead, operator, fields)
  log.info({ operator, id: lead.id, action: name, result: outcome.result }, 'lead managed')
  return outcome
}
