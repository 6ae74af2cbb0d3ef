export type Redirect = { kind: 'alias'; of: string } | { kind: 'redirect'; to: string }

/**
 * Addresses of old or other names, without language prefix. `redirect` answers 308; `alias` shows the other page, with
 * that page's canonical address.
 */
export const redirects = {
  '/directreserve': { kind: 'redirect', to: '/direct-reserve' },
  '/vaultchain': { kind: 'alias', of: '/direct-reserve' },
  '/gold': { kind: 'alias', of: '/direct-reserve' },
  '/about-us': { kind: 'alias', of: '/' },
} as const satisfies Record<string, Redirect>
