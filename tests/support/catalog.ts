import { readFileSync } from 'node:fs'
import { type Locale, routing } from '@/lib/i18n/routing'
import type en from '@/messages/en.json'

export const { locales } = routing

/** The languages in which the assistant has been taught more than the catalog's own words. */
export const taughtLocales = ['en', 'fr', 'es'] as const

export type TaughtLocale = (typeof taughtLocales)[number]

/** The catalog of a language with the default company's facts, as the pages show it. */
export function catalog(locale: Locale): typeof en {
  const text = readFileSync(`messages/${locale}.json`, 'utf8')
  const facts: Record<string, string> = { brand: 'Halcrest', product: 'Direct Reserve', founded: '1977' }
  return JSON.parse(text.replace(/\{(brand|product|founded)\}/g, (_, name: string) => facts[name] ?? ''))
}
