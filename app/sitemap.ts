import type { MetadataRoute } from 'next'
import { env } from '@/lib/env'
import { indexedPages } from '@/lib/routes'
import { languageAddresses, pageAddress } from '@/lib/seo/address'
import { contentDate, translatedLocales } from '@/lib/seo/content-date'

/** Every canonical page in every language that it is translated into; a staging site has none. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const pages = env.NOINDEX ? [] : indexedPages
  const entries = pages.map(async (page) => {
    const locales = await translatedLocales(page)
    return locales.map(async (locale) => ({
      url: pageAddress(page, locale),
      lastModified: await contentDate(page, locale),
      alternates: { languages: languageAddresses(page, locales) },
    }))
  })
  return Promise.all((await Promise.all(entries)).flat())
}
