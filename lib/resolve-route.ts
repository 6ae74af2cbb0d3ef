import { localizedPath, splitPath } from './i18n/navigation'
import { isLocale, type Locale, routing } from './i18n/routing'
import { isRootFile } from './root-files'
import { findRoute, notFoundPath, pageOf } from './routes'

/**
 * What answers an address of the site. `file` has no language; `redirect` leads to the address `to` for good, which
 * keeps its query but for the language asked for there; `page`, of that path without language, is rendered at the
 * internal address `at`, whose language always stands in it (`/en/contact`).
 */
export type ResolvedRoute =
  | { kind: 'file' }
  | { kind: 'redirect'; to: string }
  | { kind: 'page'; page: string; at: string; status: 200 | 404 }

/** Decides on an address outside `/api/` and `/_next/`: for the pages in memory and for Next's middleware alike. */
export function resolveRoute(pathname: string, query: URLSearchParams): ResolvedRoute {
  if (isRootFile(pathname)) return { kind: 'file' }
  const { locale, prefixed, path } = splitPath(pathname)
  if (prefixed && locale === routing.defaultLocale) return { kind: 'redirect', to: path }
  const asked = prefixed ? null : languageAsked(query)
  if (asked) return { kind: 'redirect', to: localizedPath(asked, path) }

  const route = findRoute(path)
  if (route?.kind === 'redirect') return { kind: 'redirect', to: localizedPath(locale, route.to) }
  const page = pageOf(path)
  if (!page) return { kind: 'page', page: notFoundPath, at: internalPath(locale, notFoundPath), status: 404 }
  return { kind: 'page', page, at: internalPath(locale, page), status: 200 }
}

/** A query without the language that it asks for, empty or with its question mark. */
export function withoutLanguage(query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  for (const name of languageParameters) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}

/** Where Next renders a page: unlike in its public address, the language always stands there. */
export function internalPath(locale: Locale, page: string): string {
  return `/${locale}${page === '/' ? '' : page}`
}

const languageParameters = ['lang', 'lng']

function languageAsked(query: URLSearchParams): Locale | null {
  const [asked] = languageParameters.map((name) => query.get(name)).filter((value) => value !== null)
  return isLocale(asked) ? asked : null
}
