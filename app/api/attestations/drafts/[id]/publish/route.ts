import { publishDraft } from '@/lib/attestations/drafts'
import { admitOperator, answerPublished } from '@/lib/attestations/manage'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'

type Context = { params: Promise<{ id: string }> }

export const POST = handler(async (request, { params }: Context) => {
  const { operator, problem: refusal } = await admitOperator(request)
  if (refusal) return refusal
  const report = await publishDraft((await params).id, operator)
  return report === 'not_found' ? problem(report) : answerPublished(report, operator)
})
