import { productPage } from '../routes'
import { type Locale, localeNamed, routing } from './routing'

const addresses: string[] =
  typeof PRODUCT_ADDRESSES === 'undefined' ? [] : JSON.parse(PRODUCT_ADDRESSES)
const [productAddress = productPage] = addresses

/** Returns a page's path. The default language has no prefix. */
export function localizedPath(locale: Locale, path: string): string {
  const prefix = locale === routing.defaultLocale ? '' : `/${locale}`
  if (path === '/') return prefix || '/'
  return prefix + (path === productPage ? productAddress : path)
}

type SplitPath = {
  locale: Locale
  prefixed: boolean
  path: string
  isFormer: boolean
}

/**
 * Splits off the language prefix, collapses slashes, and maps the product
 * page's addresses to the page. `isFormer` marks addresses the page no longer
 * has, including those with a prefix in capitals. No prefix means the default
 * language.
 */
export function splitPath(pathname: string): SplitPath {
  const segments = pathname.split('/').filter(Boolean)
  const [first] = segments
  const named = localeNamed(first)
  const prefixed = named !== undefined
  const written = `/${segments.slice(prefixed ? 1 : 0).join('/')}`
  const path = addresses.includes(written) ? productPage : written
  const isFormerPrefix = prefixed && named !== first
  const isFormerPage = path === productPage && written !== productAddress
  const isFormer = isFormerPrefix || isFormerPage
  return {
    locale: named ?? routing.defaultLocale,
    prefixed,
    path,
    isFormer,
  }
}

export const linkTags = [
  'contact',
  'product',
  'attestations',
  'shop',
  'privacy',
] as const

/** The query parameters that ask for a language. */
export const languageParameters = ['lang', 'lng']

/** Returns a query without the parameters that ask for a language. */
export function withoutLanguage(query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  for (const name of languageParameters) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}
