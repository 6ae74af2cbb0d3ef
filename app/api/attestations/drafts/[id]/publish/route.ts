import { admitOperator } from '@/lib/attestations/admit-operator'
import { publishDraft } from '@/lib/attestations/drafts/publish'
import { answerPublished } from '@/lib/attestations/published-answer'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'

type Context = { params: Promise<{ id: string }> }

export const POST = handler(async (request, { params }: Context) => {
  const { operator, problem: refusal } = await admitOperator(request)
  if (refusal) return refusal
  const report = await publishDraft((await params).id, operator)
  return report === 'not_found' ? problem(report) : answerPublished(report, operator)
})
