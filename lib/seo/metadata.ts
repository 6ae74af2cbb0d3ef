import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { env } from '@/lib/env'
import { localeOf } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { icons } from '@/lib/root-files'
import { indexedPages, type PageName } from '@/lib/routes'
import { languageAddresses, pageAddress } from './address'
import { socialTags } from './social'

type Params = Promise<{ locale: string }>

/** The head of a page in its language; what it leaves out comes from `siteMetadata`. */
export async function pageMetadata(params: Params, page: PageName): Promise<Metadata> {
  const locale = await localeOf(params)
  const t = await getTranslations({ locale, namespace: 'Metadata' })
  const words = { title: t(`${page}.title`), description: t(`${page}.description`) }
  const indexed = indexedPages.includes(page)
  return {
    ...words,
    keywords: t(`${page}.keywords`),
    alternates: { canonical: pageAddress(page, locale), ...(indexed && { languages: languageAddresses(page) }) },
    ...(indexed && indexable()),
    ...(await socialTags(page, locale, words)),
  }
}

/** The head of an unknown address. It has no canonical address: whatever was asked for is not there. */
export async function notFoundMetadata(params: Params): Promise<Metadata> {
  const t = await getTranslations({ locale: await localeOf(params), namespace: 'Metadata' })
  return { title: t('notFound.title'), description: t('notFound.description') }
}

/** What every head begins with. A page is not indexed unless it says so itself. */
export async function siteMetadata(params: Params): Promise<Metadata> {
  const locale = await localeOf(params)
  const words = await defaultWords(locale)
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

// The brand followed by the tagline.
async function defaultWords(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'Metadata' })
  return { title: t('home.title'), description: t('home.description') }
}

function indexable(): Metadata {
  if (env.NOINDEX) return {}
  return { robots: { index: true, follow: true }, other: { 'revisit-after': '7 days' } }
}
