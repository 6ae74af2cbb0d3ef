import { notFound } from 'next/navigation'
import { readArchive } from '@/lib/attestations/load'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { routeHandler } from '@/lib/http/handler'
import { sitemapXml } from '@/lib/seo/sitemap'

export const dynamic = 'force-dynamic'

/**
 * Returns 404 on a staging site, because a sitemap without pages would be
 * invalid.
 */
export const GET = routeHandler(async () => {
  if (env.NOINDEX) notFound()
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': cachePolicies.feed,
  }
  return new Response(await sitemapXml(await readArchive()), { headers })
})
