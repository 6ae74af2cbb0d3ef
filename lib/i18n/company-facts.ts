import type { Site } from '@/lib/site'
import type { anyFacts } from './fill-facts.mjs'
import type { Locale } from './routing'

type Links = 'shopUrl' | 'pricesUrl' | 'privacyUrl'
type Company = Pick<Site, 'brand' | 'product' | 'founded' | Links> & {
  attestor?: string | undefined
  phones: Partial<Site['phones']>
  offices: { city: Partial<Record<Locale, string>> }[]
}

/** What a catalog's texts may say of the company: `{brand}`, `{officeCount, plural, …}`, `{shop, select, …}`. */
export function companyFacts(site: Company, locale: Locale): typeof anyFacts {
  const cities = site.offices.map(({ city }) => city[locale] ?? city.en ?? '')
  const list = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat(locale, { type }).format(cities)
  const state = (link: string | undefined) => (link ? 'set' : 'none')
  return {
    brand: site.brand,
    product: site.product,
    founded: site.founded,
    years: fullYearsSince(Number(site.founded)),
    offices: list('conjunction'),
    anyOffice: list('disjunction'),
    officeCount: site.offices.length,
    phoneCount: Object.values(site.phones).filter(Boolean).length,
    shop: state(site.shopUrl),
    prices: state(site.pricesUrl),
    privacy: state(site.privacyUrl),
    attestor: site.attestor ?? 'none',
  }
}

/**
 * For "more than {years} years": below 10 the full years, beyond that in steps of five, always less than have passed.
 * A site that is not built for years says nothing false.
 */
export function fullYearsSince(year: number, now = new Date()): number {
  const passed = Math.max(0, now.getUTCFullYear() - year - 1)
  return passed < 10 ? passed : passed - (passed % 5)
}
