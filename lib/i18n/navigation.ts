import { isLocale, type Locale, routing } from './routing'

/** The address path of a page; the default language has no prefix. */
export function localizedPath(locale: Locale, path: string): string {
  const prefix = locale === routing.defaultLocale ? '' : `/${locale}`
  return path === '/' ? prefix || '/' : prefix + path
}

/** Splits off the language prefix and collapses slashes. Without a prefix it is the default language. */
export function splitPath(pathname: string): { locale: Locale; prefixed: boolean; path: string } {
  const segments = pathname.split('/').filter(Boolean)
  const [first] = segments
  if (!isLocale(first)) return { locale: routing.defaultLocale, prefixed: false, path: `/${segments.join('/')}` }
  return { locale: first, prefixed: true, path: `/${segments.slice(1).join('/')}` }
}

/** The tags that a text may link with. */
export const linkTags = ['contact', 'product', 'attestations', 'shop'] as const
