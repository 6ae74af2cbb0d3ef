import { env } from '@/lib/env'
import languages from './languages.json' with { type: 'json' }

const offices = env.SITE_OFFICES ?? [
  {
    city: { en: 'Montreal', fr: 'Montréal', es: 'Montreal' },
    street: '1000 Example Square',
    region: 'QC',
    postalCode: 'H0H 0H0',
    country: 'CA',
  },
  {
    city: { en: 'New York', fr: 'New York', es: 'Nueva York' },
    street: '1 Example Plaza',
    region: 'NY',
    postalCode: '10000',
    country: 'US',
  },
]

/**
 * The company's facts, each with a default and an environment variable. They are prerendered: a change needs a build.
 * Telephone numbers are of the fictional 555-01xx range, domains end in `.example` (RFC 2606).
 */
export const site = Object.freeze({
  brand: env.SITE_BRAND ?? 'Halcrest',
  product: env.SITE_PRODUCT ?? 'Direct Reserve',
  founded: env.SITE_FOUNDED ?? '1977',
  email: env.SITE_EMAIL ?? 'info@halcrest.example',
  phones: {
    northAmerica: env.SITE_PHONE_NORTH_AMERICA ?? '+1 514 555 0142',
    worldwide: env.SITE_PHONE_WORLDWIDE ?? '+1 212 555 0177',
  },
  offices: offices.map((office) => ({ ...office, city: inEveryLanguage(office.city) })),
  shopUrl: env.SITE_SHOP_URL ?? 'https://shop.halcrest.example/',
  pricesUrl: env.SITE_PRICES_URL ?? 'https://prices.halcrest.example/',
  privacyUrl: env.SITE_PRIVACY_URL ?? 'https://www.halcrest.example/privacy',
  tagManagerUrl: env.SITE_TAG_MANAGER_URL,
  termsUrl: env.SITE_TERMS_URL ?? 'https://www.halcrest.example/terms',
  /** Whether the quotation of the home page is labelled as made up, stands without a label, or is not shown. */
  testimonial: 'illustrative' as 'illustrative' | 'genuine' | 'hidden',
})

type Language = keyof typeof languages

// A city without a name in a language has the one of the default language.
function inEveryLanguage(names: Partial<Record<Language, string>>): Record<Language, string> {
  const named = Object.keys(languages).map((language) => [language, names[language as Language] ?? names.en])
  return Object.fromEntries(named)
}
