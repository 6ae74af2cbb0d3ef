import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { consolePaths, isConsolePage } from './console-paths'

export type Query = Record<string, string | string[] | undefined>

/** The address of a page of the console, with what it is asked for. */
export function consoleAddress(locale: Locale, path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  return localizedPath(locale, path) + (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '')
}

/** Where to sign in, to come back to `wanted` afterwards. */
export function signInAddress(locale: Locale, wanted: string, query: Query = {}): string {
  const isOverview = splitPath(wanted).path === consolePaths.overview
  return consoleAddress(locale, consolePaths.overview, { ...query, ...(!isOverview && { to: wanted }) })
}

/** An address that a request names, if it is one of the console's own pages: no other is ever redirected to. */
export function ownAddress(wanted: string | null | undefined): string | undefined {
  const nowhere = 'http://nowhere.invalid'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, nowhere)) return undefined
  const { origin, pathname, search } = new URL(wanted, nowhere)
  const isOwn = origin === nowhere && isConsolePage(splitPath(pathname).path) && !/\/\/|\\/.test(pathname)
  return isOwn ? pathname + search : undefined
}
