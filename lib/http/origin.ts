import { env } from '@/lib/env'

/** Whether a browser says at all where this request comes from. Every current one does on a mutation. */
export function namesItsOrigin(request: Request): boolean {
  return request.headers.has('sec-fetch-site') || request.headers.has('origin')
}

// If present, Sec-Fetch-Site decides: pages cannot forge it (https://www.w3.org/TR/fetch-metadata/), and it is right
// behind a proxy that rewrites `Host`. A script that sends neither header passes: it carries no visitor's cookies.
/** Whether another site or subdomain sent this. Without Sec-Fetch-Site, `Origin` must be SITE_URL or name `Host`. */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  // `none` is an address typed by hand. A value that no browser sends today is refused as well.
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  if (origin === null || origin === new URL(env.SITE_URL).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.get('host')
}
