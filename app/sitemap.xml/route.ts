import { readArchive } from '@/lib/attestations/load'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { problemResponse, routeHandler } from '@/lib/http/handler'
import { sitemapXml } from '@/lib/seo/sitemap'

export const dynamic = 'force-dynamic'

/**
 * Returns 404 on a staging site, because a sitemap without pages would be
 * invalid.
 */
export const GET = routeHandler(async () => {
  if (env.NOINDEX) return problemResponse('not_found')
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': cachePolicies.feed,
  }
  return new Response(await sitemapXml(await readArchive()), { headers })
})
