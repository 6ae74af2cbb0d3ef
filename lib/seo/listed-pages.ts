import { unconfirmedClaims } from '@/lib/brand/claims'
import { indexedPages } from '@/lib/routes'
import { site } from '@/lib/site'

const unconfirmed = unconfirmedClaims(site.claims)

/**
 * The pages for menus, llms.txt and search engines. A brand that does not
 * confirm attestations does not announce the attestations page.
 */
export const listedPages = indexedPages.filter(
  (page) => page !== 'attestations' || !unconfirmed.includes('attestations'),
)
