const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

export function englishNameOf(locale: string): string {
  return languageNames.of(locale) ?? locale
}

/** Returns “French and Spanish” for `fr` and `es`. */
export function englishNamesOf(locales: string[]): string {
  return new Intl.ListFormat('en').format(locales.map(englishNameOf))
}
