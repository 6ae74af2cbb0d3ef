import { refusalResponse } from '@/lib/attestations/refusal'
import {
  authorizeAndLimit,
  restoreReport,
} from '@/lib/attestations/report-changes'
import { routeHandler } from '@/lib/http/handler'

type Context = { params: Promise<{ id: string }> }

export const POST = routeHandler(async (request, { params }: Context) => {
  const { operator, problem } = await authorizeAndLimit(request)
  if (problem) return problem
  const { report, refusal } = await restoreReport((await params).id, operator)
  return refusal ? refusalResponse(refusal) : Response.json({ id: report.id })
})
