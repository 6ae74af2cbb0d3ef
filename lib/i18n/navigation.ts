import { productPage } from '../routes'
import { isLocale, type Locale, routing } from './routing'

declare const PRODUCT_ADDRESSES: string

const addresses: string[] =
  typeof PRODUCT_ADDRESSES === 'undefined' ? [] : JSON.parse(PRODUCT_ADDRESSES)
const [productAddress = productPage] = addresses

/** The address path of a page; the default language has no prefix. */
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
 * Splits off the language prefix, collapses slashes, and finds the product page behind its addresses; `isFormer` is for
 * those that it does not have any more. Without a prefix it is the default language.
 */
export function splitPath(pathname: string): SplitPath {
  const segments = pathname.split('/').filter(Boolean)
  const [first] = segments
  const prefixed = isLocale(first)
  const written = `/${segments.slice(prefixed ? 1 : 0).join('/')}`
  const path = addresses.includes(written) ? productPage : written
  const isFormer = path === productPage && written !== productAddress
  return {
    locale: prefixed ? first : routing.defaultLocale,
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
