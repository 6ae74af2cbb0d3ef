import { parseFacts, parseTexts } from '@/lib/brand/facts'
import type { BrandFiles } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import languages from './languages.json' with { type: 'json' }

// The brand's files, which builds put in: a built site reads none, and knows nothing of another brand.
declare const BRAND_FILES: string

const files: BrandFiles = process.env.BRAND_BUILT_IN
  ? JSON.parse(BRAND_FILES)
  : (await import('@/lib/brand/folder.mjs')).readBrand(env.BRAND)

const { phones, links, ...facts } = parseFacts(files.facts, `${files.folder}/brand.json`)
const offices = env.SITE_OFFICES ?? facts.offices

/** The brand's own texts by language, which come before those of the catalogs. Throws BrandError. */
export function brandMessages() {
  return parseTexts(files)
}

/**
 * The company's facts: those of its brand (`brands/`), and the `SITE_` settings, which come first. They are prerendered: a
 * change needs a build. A link may be absent, and one of the two telephone numbers.
 */
export const site = Object.freeze({
  brand: env.SITE_BRAND ?? facts.name,
  product: env.SITE_PRODUCT ?? facts.product,
  founded: env.SITE_FOUNDED ?? String(facts.founded),
  email: env.SITE_EMAIL ?? facts.email,
  phones: {
    northAmerica: env.SITE_PHONE_NORTH_AMERICA ?? phones.northAmerica,
    worldwide: env.SITE_PHONE_WORLDWIDE ?? phones.worldwide,
  },
  offices: offices.map((office) => ({ ...office, city: inEveryLanguage(office.city) })),
  shopUrl: env.SITE_SHOP_URL ?? links.shop,
  pricesUrl: env.SITE_PRICES_URL ?? links.prices,
  privacyUrl: env.SITE_PRIVACY_URL ?? links.privacy,
  termsUrl: env.SITE_TERMS_URL ?? links.terms,
  disclosures: facts.disclosures,
  tagManagerUrl: env.SITE_TAG_MANAGER_URL,
  testimonial: facts.testimonial,
})

export type Site = typeof site

type Language = keyof typeof languages

// A city without a name in a language has the one of the default language.
function inEveryLanguage(names: Partial<Record<Language, string>>): Record<Language, string> {
  const named = Object.keys(languages).map((language) => [language, names[language as Language] ?? names.en])
  return Object.fromEntries(named)
}
