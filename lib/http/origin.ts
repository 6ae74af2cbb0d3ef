import { env } from '@/lib/env'

/** Whether a browser says at all where this request comes from. Every current one does on a mutation. */
export function namesItsOrigin(request: Request): boolean {
  return request.headers.has('sec-fetch-site') || request.headers.has('origin')
}

/**
 * Whether a browser says that another site (or a sibling subdomain) sent this request. A script that sends neither
 * header passes: it carries no visitor's cookies. Sec-Fetch-Site: https://www.w3.org/TR/fetch-metadata/
 */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  // `none` is an address typed by hand. A value that no browser sends today is refused as well.
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.get('origin')
  if (origin === null || origin === new URL(env.SITE_URL).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host')
}
