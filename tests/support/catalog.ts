import { readFileSync } from 'node:fs'
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { type Locale, routing } from '@/lib/i18n/routing'
import { mapTexts } from '@/lib/text'
import type en from '@/messages/en.json'
import { defaultBrand } from './brands'

export const { locales } = routing

/** The languages in which the assistant is trained on more than the catalog. */
export const taughtLocales = ['en', 'fr', 'es'] as const

export type TaughtLocale = (typeof taughtLocales)[number]

const { name, founded, links, ...facts } = defaultBrand
// Does not use lib/site.ts, because it reads the settings, which tests set
// before they load the code.
const company = {
  ...facts,
  brand: name,
  founded: String(founded),
  shopUrl: links.shop,
  pricesUrl: links.prices,
  privacyUrl: links.privacy,
}

/**
 * Returns the catalog of a language with the default company's facts, as the
 * pages show it.
 */
export function catalog(locale: Locale): typeof en {
  const filled = companyFacts(company, locale)
  return mapTexts(
    JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')),
    (text) => fillFacts(text, filled, locale),
  ) as typeof en
}
