import { deleteDraft, draftJson, findDraft, updateDraft } from '@/lib/attestations/drafts'
import { admitOperator } from '@/lib/attestations/manage'
import { draftSchema } from '@/lib/attestations/schema'
import { apiTable } from '@/lib/http/api-table'
import { readJson } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { log } from '@/lib/log'
import { operatorOf } from '@/lib/operator/authorise'

const { maxBytes } = apiTable['/api/attestations/drafts/{id}'].PUT.body

type Context = { params: Promise<{ id: string }> }

export const GET = handler(async (request, { params }: Context) => {
  if (!(await operatorOf(request))) return problem('unauthorized')
  const draft = await findDraft((await params).id)
  return draft ? Response.json(await draftJson(draft)) : problem('not_found')
})

export const PUT = handler(async (request, { params }: Context) => {
  const { operator, problem: refusal } = await admitOperator(request)
  if (refusal) return refusal
  const body = await readJson(request, draftSchema, maxBytes)
  if (body.problem) return body.problem
  const draft = await updateDraft((await params).id, body.value, operator)
  return draft ? Response.json(await draftJson(draft)) : problem('not_found')
})

export const DELETE = handler(async (request, { params }: Context) => {
  const { operator, problem: refusal } = await admitOperator(request)
  if (refusal) return refusal
  const { id } = await params
  if (!(await deleteDraft(id))) return problem('not_found')
  log.info({ operator, draft: id }, 'draft of a report deleted')
  return Response.json({ id })
})
