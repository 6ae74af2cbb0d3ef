import { atomFeed, loadFeed } from '@/lib/attestations/feeds'
import { readArchive } from '@/lib/attestations/load'
import { cachePolicies } from '@/lib/http/cache-policy'
import { handler } from '@/lib/http/handler'
import { localeOf } from '@/lib/i18n/locale'

export const dynamic = 'force-dynamic'

export const GET = handler(async (_request, { params }: { params: Promise<{ locale: string }> }) => {
  const feed = await loadFeed(await readArchive(), await localeOf(params))
  const headers = { 'Content-Type': 'application/atom+xml; charset=utf-8', 'Cache-Control': cachePolicies.feed }
  return new Response(atomFeed(feed), { headers })
})
