/** The languages, in the order they are listed; all else about languages derives from this object. */
export const routing = { locales: ['en', 'fr', 'es'], defaultLocale: 'en' } as const

export type Locale = (typeof routing.locales)[number]

/** A language as the switcher lists it: its own name, and a flag that is decoration only. */
export const languages: Record<Locale, { name: string; flag: string }> = {
  en: { name: 'English', flag: '🇬🇧' },
  fr: { name: 'Français', flag: '🇫🇷' },
  es: { name: 'Español', flag: '🇪🇸' },
}

export function isLocale(value: string | null | undefined): value is Locale {
  return routing.locales.some((locale) => locale === value)
}
