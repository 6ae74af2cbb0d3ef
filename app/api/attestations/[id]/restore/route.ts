import {
  authorizeAndLimit,
  restoreReport,
} from '@/lib/attestations/report-changes'
import { problemResponse, routeHandler } from '@/lib/http/handler'

type Context = { params: Promise<{ id: string }> }

export const POST = routeHandler(async (request, { params }: Context) => {
  const { operator, problem } = await authorizeAndLimit(request)
  if (problem) return problem
  const report = await restoreReport((await params).id, operator)
  if (typeof report === 'string') return problemResponse(report)
  if ('current' in report)
    return problemResponse('month_published', { replaces: report.current })
  return Response.json({ id: report.id })
})
