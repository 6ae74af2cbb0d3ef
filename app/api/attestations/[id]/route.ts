import { withdrawalOf } from '@/lib/attestations/archive'
import { refusalResponse } from '@/lib/attestations/refusal'
import {
  authorizeAndLimit,
  withdrawReport,
} from '@/lib/attestations/report-changes'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { readJsonBody, routeHandler } from '@/lib/http/handler'

type Context = { params: Promise<{ id: string }> }

export const DELETE = routeHandler(async (request, { params }: Context) => {
  const { operator, problem } = await authorizeAndLimit(request)
  if (problem) return problem
  const bodied = request.headers.has('content-type')
  const body = bodied
    ? await readJsonBody(request, withdrawalSchema, {})
    : { value: { reason: null } }
  if (body.problem) return body.problem
  const { report, refusal } = await withdrawReport(
    (await params).id,
    operator,
    body.value.reason,
  )
  if (refusal) return refusalResponse(refusal)
  return Response.json({
    id: report.id,
    withdrawn_at: withdrawalOf(report)?.at,
  })
})
