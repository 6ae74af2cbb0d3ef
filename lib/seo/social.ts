import type { Metadata } from 'next'
import { env } from '@/lib/env'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import { SHARE_IMAGE } from '@/lib/root-files'
import type { PageName } from '@/lib/routes'
import { site } from '@/lib/site'
import { pageAddress, shareImageAddress } from './address'
import { pageContent } from './page-content'

type Words = { title: string; description: string }

export async function socialTags(page: PageName, locale: Locale, words: Words, path?: string): Promise<Metadata> {
  const images = [await shareImage(page, locale)]
  return {
    openGraph: {
      type: 'website',
      siteName: site.brand,
      url: pageAddress(page, locale, path),
      locale: region(locale),
      alternateLocale: routing.locales.filter((other) => other !== locale).map(region),
      ...words,
      images,
    },
    twitter: { card: 'summary_large_image', ...words, images },
  }
}

// Open Graph wants `en_US`.
function region(locale: Locale): string {
  const { language } = new Intl.Locale(locale)
  return `${language}_${languages[locale].region}`
}

// The size of the operator's own image is unknown.
async function shareImage(page: PageName, locale: Locale) {
  const url = shareImageAddress(page, locale)
  if (env.SHARE_IMAGE_URL) return { url, alt: site.brand }
  const t = await loadTranslator(locale)
  const alt = t('ShareImage.alt', { heading: t(pageContent[page].heading) })
  return { url, ...SHARE_IMAGE, type: 'image/png', alt }
}
