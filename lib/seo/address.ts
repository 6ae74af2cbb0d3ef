import { env } from '@/lib/env'
import { localizedPath } from '@/lib/i18n/navigation'
import { type Locale, routing } from '@/lib/i18n/routing'
import { shareImagePath } from '@/lib/root-files'
import { type PageName, paths } from '@/lib/routes'

export function absolute(path: string): string {
  return path === '/' ? env.SITE_URL : env.SITE_URL + path
}

export function pageAddress(
  page: PageName,
  locale: Locale,
  path: string = paths[page],
): string {
  return absolute(localizedPath(locale, path))
}

export function languageAddresses(
  page: PageName,
  path?: string,
): Record<string, string> {
  const addresses = routing.locales.map((locale) => [
    locale,
    pageAddress(page, locale, path),
  ])
  return {
    ...Object.fromEntries(addresses),
    'x-default': pageAddress(page, routing.defaultLocale, path),
  }
}

export function shareImageAddress(page: PageName, locale: Locale): string {
  return env.SHARE_IMAGE_URL ?? absolute(shareImagePath(page, locale))
}
