import table from '../languages.json' with { type: 'json' }

export type Locale = keyof typeof table

/** Everything else about languages derives from this object. */
export const routing = {
  locales: Object.keys(table) as [Locale, ...Locale[]],
  defaultLocale: 'en',
} as const

/**
 * Stripes and the color of a canton. Decorative; hidden from screen readers.
 */
export type Flag = {
  vertical?: string[]
  horizontal?: string[]
  canton?: string
}

export type Language = { name: string; region: string; flag?: Flag }

export const languages: Record<Locale, Language> = table

export function mapLocales<Value>(
  make: (locale: Locale) => Value,
): Record<Locale, Value> {
  return Object.fromEntries(
    routing.locales.map((locale) => [locale, make(locale)]),
  ) as Record<Locale, Value>
}

export function isLocale(value: string | null | undefined): value is Locale {
  return routing.locales.some((locale) => locale === value)
}
