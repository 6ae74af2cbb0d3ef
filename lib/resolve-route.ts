import { isApiPath } from './http/api-table'
import { languageParameters, localizedPath, splitPath } from './i18n/navigation'
import { type Locale, localeNamed, routing } from './i18n/routing'
import { consolePageNamed, isConsolePage } from './operator/console-paths'
import { guessedTouchIcon, isRootFile, touchIcon } from './root-files'
import { findRoute, notFoundPath, pageOf } from './routes'

/**
 * `to` keeps the query, except the language parameters; `at` is the internal
 * address, which always has a language (`/en/contact`).
 */
export type ResolvedRoute =
  | { kind: 'file' }
  | { kind: 'redirect'; to: string }
  | { kind: 'page'; page: string; at: string; status: 200 | 404 }

/**
 * Resolves an address outside `/api/` and `/_next/`, for the pages in memory as
 * well as for `proxy.ts`.
 */
export function resolveRoute(
  pathname: string,
  query: URLSearchParams,
): ResolvedRoute {
  if (isRootFile(pathname) || isApiPath(pathname)) return { kind: 'file' }
  if (guessedTouchIcon.test(pathname))
    return { kind: 'redirect', to: touchIcon }
  const { locale, prefixed, path, isFormer } = splitPath(pathname)
  const asked = prefixed ? undefined : languageAsked(query)
  const hasNeedlessPrefix = prefixed && locale === routing.defaultLocale
  const target = targetOf(path)
  if (asked || hasNeedlessPrefix || isFormer || target !== path)
    return { kind: 'redirect', to: localizedPath(asked ?? locale, target) }

  const page = isConsolePage(path) ? path : pageOf(path)
  if (!page)
    return {
      kind: 'page',
      page: notFoundPath,
      at: internalPath(locale, notFoundPath),
      status: 404,
    }
  return { kind: 'page', page, at: internalPath(locale, page), status: 200 }
}

function targetOf(path: string): string {
  const route = findRoute(path)
  if (route?.kind === 'redirect') return route.to
  return consolePageNamed(path) ?? path
}

export function internalPath(locale: Locale, page: string): string {
  return `/${locale}${page === '/' ? '' : page}`
}

/** Reads `fr-CA` as French, unless the site has Canadian French. */
function languageAsked(query: URLSearchParams): Locale | undefined {
  const [asked] = languageParameters
    .map((name) => query.get(name))
    .filter((value) => value !== null)
  return localeNamed(asked) ?? localeNamed(asked?.split('-')[0])
}
