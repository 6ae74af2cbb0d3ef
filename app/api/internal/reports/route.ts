import { listYearPages, reportsRevision } from '@/lib/attestations/load'
import { handler } from '@/lib/http/handler'
import type { ReportsAnswer } from '@/lib/routes'

export const dynamic = 'force-dynamic'

/** What the server asks to know whether the pages in its memory are current. Not part of the public API. */
export const GET = handler(async () => {
  const [reports, yearPages] = await Promise.all([reportsRevision(), listYearPages()])
  // What a page tells about months without a report depends on the day.
  const answer: ReportsAnswer = { revision: `${new Date().toISOString().slice(0, 10)} ${reports}`, yearPages }
  return Response.json(answer)
})
