import type { MetadataRoute } from 'next'
import { env } from '@/lib/env'
import { absolute } from '@/lib/seo/address'

/**
 * A staging site is open to crawlers too: they must read an answer to see that it says `noindex`, and an address that
 * they may not read can still be listed (developers.google.com/search/docs/crawling-indexing/block-indexing).
 */
export default function robots(): MetadataRoute.Robots {
  if (env.NOINDEX) return { rules: { userAgent: '*', allow: '/' } }
  // No `Allow: /`: Next writes it first, and old crawlers obey the first line that matches.
  return {
    rules: { userAgent: '*', disallow: '/api/' },
    sitemap: absolute('/sitemap.xml'),
  }
}
