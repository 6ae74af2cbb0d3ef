import { fingerprintInPath } from '@/lib/attestations/files/address'
import { apiPathOf, isApiPath } from '@/lib/http/api-table'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { isConsolePage } from '@/lib/operator/console-paths'
import { rootFiles } from '@/lib/root-files'
import { findRoute, routes } from '@/lib/routes'

/** What a request is counted as: an entry of the API's table, or one of these. Addresses themselves have no end. */
export function kindOf(path: string): string {
  return usual.get(path) ?? otherKindOf(path)
}

const usual = new Map<string, string>([
  ...routing.locales.flatMap((locale) =>
    Object.entries(routes).map(([path, { kind }]): [string, string] => [
      localizedPath(locale, path),
      kind === 'file' ? 'file' : 'page',
    ]),
  ),
  ...[...rootFiles].map((path): [string, string] => [path, 'file']),
])

function otherKindOf(path: string): string {
  if (path.startsWith('/_next/static/')) return 'asset'
  if (fingerprintInPath(path)) return 'file'
  if (isApiPath(path)) return apiPathOf(path) ?? 'unknown'
  const plain = splitPath(path).path
  if (isConsolePage(plain)) return 'page'
  const route = findRoute(plain)
  if (!route) return 'unknown'
  return route.kind === 'file' ? 'file' : 'page'
}
