import { fieldProblems } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { csvHeaders, leadsCsvParts } from '@/lib/leads/csv'
import { readLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { operatorOf } from '@/lib/operator/authorise'

/** All leads of a query as CSV, sent page by page, so that only one page is in memory. */
export const GET = handler(async (request) => {
  const operator = await operatorOf(request)
  if (!operator) return problem('unauthorized')
  const query = leadQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return problem('invalid_fields', { fields: fieldProblems(query.error) })
  const parts = leadsCsvParts(readLeads(query.data))
  // If nothing can be read, the answer is an error; a later failure breaks the download off.
  const first = [await parts.next(), await parts.next()]
  log.info({ operator, format: 'csv' }, 'leads exported')
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = first.shift() ?? (await parts.next())
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
  return new Response(body, { headers: csvHeaders })
})
