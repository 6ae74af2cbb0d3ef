import { createDraft, draftJson, listDrafts } from '@/lib/attestations/drafts'
import { admitOperator } from '@/lib/attestations/manage'
import { draftSchema } from '@/lib/attestations/schema'
import { apiTable } from '@/lib/http/api-table'
import { readJson } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { log } from '@/lib/log'
import { operatorOf } from '@/lib/operator/authorise'

const { maxBytes } = apiTable['/api/attestations/drafts'].POST.body

/** The drafts, the one changed last first. */
export const GET = handler(async (request) => {
  if (!(await operatorOf(request))) return problem('unauthorized')
  return Response.json(await Promise.all((await listDrafts()).map(draftJson)))
})

export const POST = handler(async (request) => {
  const { operator, problem: refusal } = await admitOperator(request)
  if (refusal) return refusal
  const body = await readJson(request, draftSchema, maxBytes)
  if (body.problem) return body.problem
  const draft = await createDraft(body.value, operator)
  log.info({ operator, draft: draft.id }, 'draft of a report saved')
  return Response.json(await draftJson(draft), { status: 201 })
})
