import type { Metal } from '@/lib/attestations/archive'
import { confirmedMetals } from '@/lib/brand/claims'
import { parseFacts, parseTexts } from '@/lib/brand/facts'
import type { BrandFiles } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { keysOf, recordOf, valueAt } from '@/lib/text'
import languages from './languages.json' with { type: 'json' }

const files: BrandFiles = process.env.BRAND_BUILT_IN
  ? JSON.parse(BRAND_FILES ?? '')
  : (await import('@/lib/brand/folder.mjs')).readBrand(env.BRAND)

const { phones, links, ...facts } = parseFacts(
  files.facts,
  env.SITE_FACTS
    ? `${files.folder}/brand.json and SITE_FACTS`
    : `${files.folder}/brand.json`,
  env.SITE_FACTS,
)

/**
 * Returns the brand's own texts by language, which override the catalogs.
 * Throws BrandError.
 */
export function brandMessages() {
  return parseTexts(files)
}

/** Whether the brand has written a text itself. */
export function hasOwnText(locale: string, key: string): boolean {
  return typeof valueAt(brandMessages()[locale] ?? {}, key) === 'string'
}

/**
 * The company's facts: the brand's (`brands/`), overridden by SITE_FACTS. They
 * are prerendered, so changing them needs a build. Links are optional, and so
 * is one of the two telephone numbers.
 */
export const site = Object.freeze({
  placeholders: facts.placeholders,
  brand: facts.name,
  product: facts.product,
  founded: String(facts.founded),
  email: facts.email,
  phones: { northAmerica: phones.northAmerica, worldwide: phones.worldwide },
  offices: facts.offices.map((office) => ({
    ...office,
    city: inEveryLanguage(office.city),
  })),
  shopUrl: links.shop,
  pricesUrl: links.prices,
  /**
   * The only hosts that the assistant links to: the site's own, and every host
   * that the brand's facts name.
   */
  hosts: hostsIn(JSON.stringify([env.SITE_URL, links, facts])),
  privacyUrl: links.privacy,
  termsUrl: links.terms,
  meetingUrl: links.meeting,
  attestor: facts.attestor,
  chain: facts.chain,
  claims: facts.claims,
  metals: confirmedMetals(facts.claims),
  disclosures: facts.disclosures,
  tagManagerUrl: env.SITE_TAG_MANAGER_URL,
  testimonial: facts.testimonial,
})

export type Site = typeof site

// The metals that decorate the pages: the first and the last that the brand
// confirms, which are the same if it confirms only one.
export const firstMetal: Metal = site.metals[0] ?? 'gold'
export const lastMetal: Metal = site.metals.at(-1) ?? 'gold'

function hostsIn(text: string): string[] {
  const named = text.match(/https?:\/\/[^\s"\\]+|@[\w.-]+/g) ?? []
  return [
    ...new Set(
      named.flatMap(
        (link) => URL.parse(link.replace('@', 'https://'))?.host ?? [],
      ),
    ),
  ]
}

type Language = keyof typeof languages

/** Uses a city's English name in languages for which it has no name. */
function inEveryLanguage(
  names: Partial<Record<Language, string>>,
): Record<Language, string> {
  return recordOf(
    keysOf(languages),
    (language) => names[language] ?? names.en ?? '',
  )
}
