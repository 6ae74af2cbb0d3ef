import { admitChange, restoreReport } from '@/lib/attestations/publish'
import { handler, problem } from '@/lib/http/handler'

type Context = { params: Promise<{ id: string }> }

export const POST = handler(async (request, { params }: Context) => {
  const { operator, problem: refusal } = await admitChange(request)
  if (refusal) return refusal
  const report = await restoreReport((await params).id, operator)
  if (typeof report === 'string') return problem(report)
  if ('current' in report)
    return problem('month_published', { replaces: report.current })
  return Response.json({ id: report.id })
})
