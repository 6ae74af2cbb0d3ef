import type { Metadata } from 'next'
import { env } from '@/lib/env'
import { readLocaleParam } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { loadTranslator, type Translator } from '@/lib/i18n/translator'
import { icons, shareImage } from '@/lib/root-files'
import { type PageName, yearPagePath } from '@/lib/routes'
import { site } from '@/lib/site'
import { languageAddresses, pageAddress, shareImageAddress } from './address'
import { listedPages } from './listed-pages'
import { pageContent } from './page-content'

type Params = Promise<{ locale: string }>

/** Part of a page, with its own address. */
export type Subpage = {
  path: string
  title: string
  description: string
  /** The name in the breadcrumb. */
  name: string
}

export async function yearSubpage(
  year: string,
  locale: Locale,
): Promise<Subpage> {
  const t = await loadTranslator(locale)
  return {
    path: yearPagePath(year),
    title: t('Metadata.attestationsYear.title', { year }),
    description: t('Metadata.attestationsYear.description', { year }),
    name: year,
  }
}

/** Returns a page's `generateMetadata`. */
export function metadataFor(page: PageName) {
  return ({ params }: { params: Params }) => pageMetadata(params, page)
}

export async function pageMetadata(
  params: Params,
  page: PageName,
  subpage?: Subpage,
): Promise<Metadata> {
  const locale = await readLocaleParam(params)
  const t = await loadTranslator(locale)
  const { path, title, description } = subpage ?? {
    path: undefined,
    ...titleAndDescription(t, page),
  }
  const indexed = listedPages.includes(page)
  return {
    title,
    description,
    keywords: t(`Metadata.${page}.keywords`),
    alternates: {
      canonical: pageAddress(page, locale, path),
      ...(indexed && { languages: languageAddresses(page, path) }),
    },
    ...(indexed &&
      !env.NOINDEX && {
        robots: { index: true, follow: true },
        other: { 'revisit-after': '7 days' },
      }),
    ...socialTags(t, page, locale, { title, description, path }),
  }
}

/**
 * Returns the metadata of the page for unknown addresses, which names no
 * canonical address.
 */
export async function notFoundMetadata(params: Params): Promise<Metadata> {
  return titleAndDescription(
    await loadTranslator(await readLocaleParam(params)),
    'notFound',
  )
}

/**
 * Returns the metadata that every page starts from. Pages are not indexed
 * unless they ask for it.
 */
export async function siteMetadata(params: Params): Promise<Metadata> {
  const locale = await readLocaleParam(params)
  const t = await loadTranslator(locale)
  const words = titleAndDescription(t, 'home')
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
      apple: icons
        .filter(({ purpose }) => purpose === 'apple')
        .map(({ path }) => path),
    },
    ...socialTags(t, 'home', locale, words),
  }
}

type Words = { title: string; description: string }

function titleAndDescription(
  t: Translator,
  page: PageName | 'notFound',
): Words {
  return {
    title: t(`Metadata.${page}.title`),
    description: t(`Metadata.${page}.description`),
  }
}

function socialTags(
  t: Translator,
  page: PageName,
  locale: Locale,
  { path, ...words }: Words & { path?: string },
): Metadata {
  const url = shareImageAddress(page, locale)
  const drawn = {
    ...shareImage,
    type: 'image/png',
    alt: t('ShareImage.alt', { heading: t(pageContent[page].heading) }),
  }
  // Omits the dimensions of an operator's own image, because they are unknown.
  const images = [
    { url, ...(env.SHARE_IMAGE_URL ? { alt: site.brand } : drawn) },
  ]
  return {
    openGraph: {
      type: 'website',
      siteName: site.brand,
      url: pageAddress(page, locale, path),
      locale: region(locale),
      alternateLocale: routing.locales
        .filter((other) => other !== locale)
        .map(region),
      ...words,
      images,
    },
    twitter: { card: 'summary_large_image', ...words, images },
  }
}

/** Writes a region as Open Graph expects it, such as `en_US`. */
function region(locale: Locale): string {
  const { language } = new Intl.Locale(locale)
  return `${language}_${languages[locale].region}`
}
