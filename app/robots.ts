import type { MetadataRoute } from 'next'
import { env } from '@/lib/env'
import { absolute } from '@/lib/seo/address'

/**
 * Lets crawlers read a staging site, because they have to fetch a page to see
 * its `noindex`, and a blocked address can still be listed
 * (developers.google.com/search/docs/crawling-indexing/block-indexing).
 */
export default function robots(): MetadataRoute.Robots {
  if (env.NOINDEX) return { rules: { userAgent: '*', allow: '/' } }
  // Has no `Allow: /`, because Next writes it first, and old crawlers obey the
  // first line that matches.
  return {
    rules: { userAgent: '*', disallow: '/api/' },
    sitemap: absolute('/sitemap.xml'),
  }
}
