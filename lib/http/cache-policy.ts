import { isApiPath } from './api-table'

/**
 * Cache-Control values for each kind of response (RFC 9111). Which pages the
 * server itself caches is in lib/routes.ts.
 */
export const cachePolicies = {
  // Revalidates on every use, even in shared caches and mostly by ETag, because
  // a later build deletes the scripts that pages refer to.
  page: 'public, max-age=0, must-revalidate',
  // Applies to files that are named by their content, and so never change.
  asset: 'public, max-age=31536000, immutable',
  // Icons, share images and machine-readable texts, which a build can change
  // without changing their names.
  file: 'public, max-age=3600, must-revalidate',
  feed: 'public, max-age=60',
  redirect: 'public, max-age=3600',
  // The API, errors and pages with a nonce; browsers may still keep these in
  // the back/forward cache (https://web.dev/articles/bfcache).
  none: 'no-store',
} as const

export function cachePolicyOf(
  path: string,
  status: number,
  given = '',
): string {
  // The handler knows when the figures are due again.
  if (status === 200 && path === '/api/reserves') return given
  if (status >= 500 || isApiPath(path)) return cachePolicies.none
  if (status === 301 || status === 308) return cachePolicies.redirect
  const isFound = status < 300 || status === 304
  if (path.startsWith('/_next/'))
    return isFound ? cachePolicies.asset : cachePolicies.none
  if (isFound && given === cachePolicies.feed) return cachePolicies.feed
  if (isFound && /\.(css|ico|json|png|svg|txt|xml|webmanifest)$/.test(path))
    return cachePolicies.file
  // Next marks the pages that the build rendered with s-maxage.
  const isPrerendered = given.includes('s-maxage')
  return given === cachePolicies.page || isPrerendered
    ? cachePolicies.page
    : cachePolicies.none
}
