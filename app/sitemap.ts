import type { MetadataRoute } from 'next'
import { env } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { indexedPages } from '@/lib/routes'
import { languageAddresses, pageAddress } from '@/lib/seo/address'
import { contentDate } from '@/lib/seo/content-date'

/** Every canonical page in every language; a staging site has none. */
export default function sitemap(): Promise<MetadataRoute.Sitemap> {
  const pages = env.NOINDEX ? [] : indexedPages
  const entries = pages.flatMap((page) =>
    routing.locales.map(async (locale) => ({
      url: pageAddress(page, locale),
      lastModified: await contentDate(page, locale),
      alternates: { languages: languageAddresses(page) },
    })),
  )
  return Promise.all(entries)
}
