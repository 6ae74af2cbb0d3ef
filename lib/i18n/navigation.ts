import { findRoute, productPage } from '../routes'
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
 * has, including those in capitals. No prefix means the default language.
 */
export function splitPath(pathname: string): SplitPath {
  const segments = pathname.split('/').filter(Boolean)
  const [first] = segments
  const named = localeNamed(first)
  const prefixed = named !== undefined
  const written = `/${segments.slice(prefixed ? 1 : 0).join('/')}`
  const path = pathNamed(written)
  const current = path === productPage ? productAddress : path
  const isFormerPrefix = prefixed && named !== first
  return {
    locale: named ?? routing.defaultLocale,
    prefixed,
    path,
    isFormer: isFormerPrefix || written !== current,
  }
}

/** Returns the path of the page that an address names, in capitals or not. */
function pathNamed(address: string): string {
  const path = address.toLowerCase()
  if (addresses.includes(path)) return productPage
  const kind = findRoute(path)?.kind
  return kind === undefined || kind === 'file' ? address : path
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
