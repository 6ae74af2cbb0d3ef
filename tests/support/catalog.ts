import { readFileSync } from 'node:fs'
import { companyFacts } from '@/lib/i18n/company-facts'
import { fillFacts } from '@/lib/i18n/fill-facts.mjs'
import { type Locale, routing } from '@/lib/i18n/routing'
import { mapTexts } from '@/lib/map-texts'
import type en from '@/messages/en.json'

export const { locales } = routing

/** The languages in which the assistant has been taught more than the catalog's own words. */
export const taughtLocales = ['en', 'fr', 'es'] as const

export type TaughtLocale = (typeof taughtLocales)[number]

/** The catalog of a language with the default company's facts, as the pages show it. */
export function catalog(locale: Locale): typeof en {
  const facts = companyFacts(locale)
  return mapTexts(JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')), (text) =>
    fillFacts(text, facts, locale),
  ) as typeof en
}
