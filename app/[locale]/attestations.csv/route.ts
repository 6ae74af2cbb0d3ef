import { archiveCsv } from '@/lib/attestations/csv'
import { readArchive } from '@/lib/attestations/load'
import { cachePolicies } from '@/lib/http/cache-policy'
import { routeHandler } from '@/lib/http/handler'
import { readLocaleParam } from '@/lib/i18n/locale'

type Context = { params: Promise<{ locale: string }> }

export const dynamic = 'force-dynamic'

export const GET = routeHandler<[Context]>(async (_request, { params }) => {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Cache-Control': cachePolicies.feed,
  }
  return new Response(
    archiveCsv(await readArchive(), await readLocaleParam(params)),
    {
      headers,
    },
  )
})
