import { isDevelopment } from '../build-time'
import table from '../languages.json' with { type: 'json' }
import { recordOf } from '../text'

export type Locale = keyof typeof table

/** The languages, including those that are not public yet. */
export const allLocales = Object.keys(table) as [Locale, ...Locale[]]

/**
 * Everything else about languages derives from this object. Drafts appear only
 * in development.
 */
export const routing = {
  locales: (isDevelopment
    ? allLocales
    : allLocales.filter((locale) => !isDraft(locale))) as [Locale, ...Locale[]],
  defaultLocale: 'en',
} as const

/**
 * A flag's stripes and the color of its canton. Screen readers do not see it,
 * because it is decorative.
 */
export type FlagDesign = {
  vertical?: string[]
  horizontal?: string[]
  canton?: string
}

export type Language = {
  name: string
  region: string
  flag?: FlagDesign
  /**
   * Whether the language's catalog is incomplete, so that the site does not
   * show the language.
   */
  draft?: boolean
}

export const languages: Record<Locale, Language> = table

export function isDraft(locale: Locale): boolean {
  return (table as Record<Locale, Language>)[locale].draft ?? false
}

export function mapLocales<Value>(
  make: (locale: Locale) => Value,
): Record<Locale, Value> {
  return recordOf(routing.locales, make)
}

export function isLocale(value: string | null | undefined): value is Locale {
  return routing.locales.some((locale) => locale === value)
}

/**
 * Returns the language that a tag names, in capitals or not: `FR` is French.
 */
export function localeNamed(tag: string | undefined): Locale | undefined {
  return routing.locales.find(
    (locale) => locale.toLowerCase() === tag?.toLowerCase(),
  )
}
