import { Readable } from 'node:stream'
import { routeHandler, validated } from '@/lib/http/handler'
import { leadsCsvParts } from '@/lib/leads/csv'
import { readLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import { authorizeRead } from '@/lib/operator/authorize'

/**
 * Streams all leads that match a query as CSV, page by page, so that only one
 * page is in memory.
 */
export const GET = routeHandler(async (request) => {
  const { operator, problem } = await authorizeRead(request, 'sales')
  if (problem) return problem
  const { searchParams } = new URL(request.url)
  const parsed = validated(leadQuerySchema, Object.fromEntries(searchParams))
  if (parsed.problem) return parsed.problem
  const query = parsed.value
  const parts = leadsCsvParts(readLeads(query), query.separator)
  // Reads the first page before it responds, so that a failure becomes an error
  // response. A later failure cuts the download off.
  const first = [await parts.next(), await parts.next()].map(
    ({ value }) => value,
  )
  log.info({ operator, format: 'csv' }, 'leads exported')
  await recordAction(operator, 'exported')
  return new Response(
    Readable.toWeb(Readable.from(encode(first, parts))) as ReadableStream,
    {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': 'attachment; filename="leads.csv"',
      },
    },
  )
})

async function* encode(first: string[], rest: AsyncIterable<string>) {
  yield* first.map((part) => Buffer.from(part))
  for await (const part of rest) yield Buffer.from(part)
}
