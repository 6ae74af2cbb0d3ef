import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { env } from '@/lib/env'
import { localeOf } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'

/** The head of a page in its language: title, description, canonical address and all its languages. */
export async function pageMetadata(params: Promise<{ locale: string }>, page: keyof typeof paths): Promise<Metadata> {
  const locale = await localeOf(params)
  const t = await getTranslations({ locale, namespace: 'Metadata' })
  const address = (language: typeof locale) => localizedPath(language, paths[page])
  const languages = Object.fromEntries(routing.locales.map((language) => [language, address(language)]))
  return {
    metadataBase: new URL(env.SITE_URL),
    title: t(`${page}.title`),
    description: t(`${page}.description`),
    keywords: t(`${page}.keywords`),
    alternates: {
      canonical: address(locale),
      languages: { ...languages, 'x-default': address(routing.defaultLocale) },
    },
    robots: { index: true, follow: true },
  }
}
