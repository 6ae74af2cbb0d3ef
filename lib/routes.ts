export const productPage = '/direct-reserve'

type Route =
  | { kind: 'page'; indexed: boolean; rendered?: 'per-change' | 'per-request' }
  | { kind: 'redirect'; to: string }
  | { kind: 'alias'; of: string }
  | { kind: 'file'; rendered?: 'per-change' }

/**
 * The only table of routes, without language prefixes. A `redirect` answers
 * 308; an `alias` shows another page under that page's canonical address; a
 * `file` is machine-readable text. Everything is prerendered unless `rendered`
 * says otherwise: `per-change` is cached in memory until the reports change, or
 * for a minute.
 */
export const routes = {
  '/': { kind: 'page', indexed: true, rendered: 'per-change' },
  [productPage]: { kind: 'page', indexed: true, rendered: 'per-change' },
  '/contact': { kind: 'page', indexed: true },
  // Used by the e-mail button and the contact form without JavaScript.
  '/contact/email': { kind: 'page', indexed: false },
  '/contact/again': { kind: 'page', indexed: false, rendered: 'per-request' },
  '/contact/received': {
    kind: 'page',
    indexed: false,
    rendered: 'per-request',
  },
  '/attestations': { kind: 'page', indexed: true, rendered: 'per-change' },
  '/directreserve': { kind: 'redirect', to: productPage },
  '/vaultchain': { kind: 'alias', of: productPage },
  '/gold': { kind: 'alias', of: productPage },
  '/about-us': { kind: 'alias', of: '/' },
  '/attestations.csv': { kind: 'file', rendered: 'per-change' },
  '/attestations.feed.json': { kind: 'file', rendered: 'per-change' },
  '/attestations.atom': { kind: 'file', rendered: 'per-change' },
  '/llms.txt': { kind: 'file' },
  '/manifest.webmanifest': { kind: 'file' },
} as const satisfies Record<string, Route>

export const paths = {
  home: '/',
  product: productPage,
  contact: '/contact',
  email: '/contact/email',
  again: '/contact/again',
  received: '/contact/received',
  attestations: '/attestations',
} as const satisfies Record<string, keyof typeof routes>

export type PageName = keyof typeof paths

/** The pages that the menus list, in order. */
export const menus = {
  header: ['home', 'product', 'contact'],
  footer: ['product', 'attestations', 'contact'],
} as const satisfies Record<string, PageName[]>

/**
 * The path of the 404 page. Requesting it directly is a 404 as well, so it is
 * not a route.
 */
export const notFoundPath = '/page-not-found'

const yearPath = new RegExp(`^${paths.attestations}/(\\d{4})$`)

/**
 * Returns the year of a page such as `/attestations/2021`, even if that year
 * has no reports.
 */
export function yearPageOf(pathname: string): string | undefined {
  return pathname.match(yearPath)?.[1]
}

export function yearPagePath(year: string): string {
  return `${paths.attestations}/${year}`
}

export function findRoute(pathname: string): Route | undefined {
  if (Object.hasOwn(routes, pathname))
    return routes[pathname as keyof typeof routes]
  return yearPageOf(pathname) ? routes[paths.attestations] : undefined
}

export function pageOf(pathname: string): string | undefined {
  const route = findRoute(pathname)
  if (route?.kind === 'alias') return route.of
  return route && pathname
}

/**
 * Tells when a page or file is rendered; undefined if at build time, or if
 * there is no such page.
 */
export function renderingOf(
  pathname: string,
): 'per-change' | 'per-request' | undefined {
  const route = findRoute(pathname)
  return route && 'rendered' in route ? route.rendered : undefined
}

export const indexedPages = (Object.keys(paths) as PageName[]).filter(
  (page) => routes[paths[page]].indexed,
)

export const dataFiles = {
  csv: '/attestations.csv',
  jsonFeed: '/attestations.feed.json',
  atom: '/attestations.atom',
} as const satisfies Record<string, keyof typeof routes>
