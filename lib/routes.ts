type PageName = 'home' | 'product' | 'contact' | 'attestations' | 'email'

type Route =
  | { kind: 'page'; name: PageName; indexed: boolean }
  | { kind: 'alias'; of: string }
  | { kind: 'redirect'; to: string }

/**
 * The one table of routes. `page` is a page of its own; `alias` shows another page (with that page's canonical
 * address); `redirect` answers 308. Paths are without language prefix; every row exists under every prefix.
 */
export const routes = {
  '/': { kind: 'page', name: 'home', indexed: true },
  '/direct-reserve': { kind: 'page', name: 'product', indexed: true },
  '/contact': { kind: 'page', name: 'contact', indexed: true },
  // What the e-mail button leads to without JavaScript.
  '/contact/email': { kind: 'page', name: 'email', indexed: false },
  '/attestations': { kind: 'page', name: 'attestations', indexed: true },
  '/directreserve': { kind: 'redirect', to: '/direct-reserve' },
  '/vaultchain': { kind: 'alias', of: '/direct-reserve' },
  '/gold': { kind: 'alias', of: '/direct-reserve' },
  '/about-us': { kind: 'alias', of: '/' },
} as const satisfies Record<string, Route>

/** The path of each page, for links. */
export const paths = {
  home: '/',
  product: '/direct-reserve',
  contact: '/contact',
  email: '/contact/email',
  attestations: '/attestations',
} as const satisfies Record<PageName, keyof typeof routes>

/** The segment that renders the 404 page. Not a route: asked for directly it is a 404 like any unknown path. */
export const notFoundPath = '/page-not-found'

/** The row of a path without language prefix, or undefined for an unknown path. */
export function findRoute(pathname: string): Route | undefined {
  return Object.hasOwn(routes, pathname) ? routes[pathname as keyof typeof routes] : undefined
}

/** The path of the page that an address path shows, aliases resolved; undefined for an unknown path. */
export function pageOf(pathname: string): string | undefined {
  const route = findRoute(pathname)
  if (route?.kind === 'alias') return route.of
  return route && pathname
}

/** Machine-readable files, under every language prefix; each is a route handler below `app/[locale]`. */
export const dataFiles = {
  csv: '/attestations.csv',
  jsonFeed: '/attestations.feed.json',
  atom: '/attestations.atom',
} as const

/** Whether a path without language prefix is one of the machine-readable files. */
export function isDataFile(pathname: string): boolean {
  return Object.values<string>(dataFiles).includes(pathname)
}

/** Whether this is a file of Next's or of `public/`, which the language routing leaves alone. */
export function isRootFile(pathname: string): boolean {
  return rootFiles.has(pathname)
}

const rootFiles = new Set(['/favicon.ico', '/icon.svg'])
