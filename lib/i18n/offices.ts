import { site } from '@/lib/site'
import type { Locale } from './routing'

/** The company's offices as lines of an address, in a language. */
export function officesIn(locale: Locale) {
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return site.offices.map(({ city, street, region, postalCode, country }) => {
    const place = [city[locale], [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    return { city: city[locale], street, place, country: countries.of(country) ?? country }
  })
}
