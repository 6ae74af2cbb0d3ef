/** The languages, in the order they are listed; all else about languages derives from this object. */
export const routing = { locales: ['en', 'fr', 'es'], defaultLocale: 'en' } as const

export type Locale = (typeof routing.locales)[number]

/** A flag in its simplest form: stripes of given widths, and a canton's colour. Decoration, hidden from screen readers. */
export type Flag = { stripes: 'vertical' | 'horizontal'; colours: string[]; canton?: string }

/** A language as the switcher lists it: by its own name. */
export const languages: Record<Locale, { name: string; flag: Flag }> = {
  en: { name: 'English', flag: { stripes: 'horizontal', colours: americanStripes(), canton: '#2b3a67' } },
  fr: { name: 'Français', flag: { stripes: 'vertical', colours: ['#21468b', '#fff', '#c8102e'] } },
  es: { name: 'Español', flag: { stripes: 'horizontal', colours: ['#aa151b', '#f1bf00', '#f1bf00', '#aa151b'] } },
}

function americanStripes(): string[] {
  const [red, white] = ['#b22234', '#fff'] as const
  return [red, white, red, white, red, white, red]
}

export function isLocale(value: string | null | undefined): value is Locale {
  return routing.locales.some((locale) => locale === value)
}
