import type { Metadata } from 'next'
import { env } from '@/lib/env'
import { localeOf } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import { loadTranslator, type Translator } from '@/lib/i18n/translator'
import { icons } from '@/lib/root-files'
import { indexedPages, type PageName } from '@/lib/routes'
import { languageAddresses, pageAddress } from './address'
import { translatedLocales } from './content-date'
import { socialTags } from './social'
import type { Subpage } from './subpage'

type Params = Promise<{ locale: string }>

/** `subpage` is a part of the page that has an address of its own. */
export async function pageMetadata(params: Params, page: PageName, subpage?: Subpage): Promise<Metadata> {
  const locale = await localeOf(params)
  const t = await loadTranslator(locale)
  const words = subpage ? { title: subpage.title, description: subpage.description } : wordsOf(t, page)
  const path = subpage?.path
  const locales = indexedPages.includes(page) ? await translatedLocales(page) : []
  const indexed = locales.includes(locale)
  return {
    ...words,
    keywords: t(`Metadata.${page}.keywords`),
    alternates: {
      canonical: pageAddress(page, locale, path),
      ...(indexed && { languages: languageAddresses(page, locales, path) }),
    },
    ...(indexed && indexable()),
    ...(await socialTags(page, locale, words, path)),
  }
}

/** Without a canonical address: the page does not exist. */
export async function notFoundMetadata(params: Params): Promise<Metadata> {
  return wordsOf(await loadTranslator(await localeOf(params)), 'notFound')
}

/** What every head begins with. Pages are not indexed unless they say so. */
export async function siteMetadata(params: Params): Promise<Metadata> {
  const locale = await localeOf(params)
  const words = wordsOf(await loadTranslator(locale), 'home')
  return {
    metadataBase: new URL(env.SITE_URL),
    ...words,
    robots: { index: false, follow: !env.NOINDEX },
    manifest: localizedPath(locale, '/manifest.webmanifest'),
    icons: {
      icon: [
        { url: '/favicon.ico', sizes: '32x32' },
        { url: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
      apple: icons.filter(({ purpose }) => purpose === 'apple').map(({ path }) => path),
    },
    ...(await socialTags('home', locale, words)),
  }
}

function wordsOf(t: Translator, page: PageName | 'notFound') {
  return { title: t(`Metadata.${page}.title`), description: t(`Metadata.${page}.description`) }
}

function indexable(): Metadata {
  if (env.NOINDEX) return {}
  return { robots: { index: true, follow: true }, other: { 'revisit-after': '7 days' } }
}
