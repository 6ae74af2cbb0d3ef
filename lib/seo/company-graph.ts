// Describes the company and its site to search engines.
import type { Organization, PostalAddress, WebSite } from 'schema-dts'
import { phoneLines } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { Translator } from '@/lib/i18n/translator'
import { icons } from '@/lib/root-files'
import { site } from '@/lib/site'
import { absolute, pageAddress } from './address'

export const organizationId = `${absolute('')}/#organization`
export const websiteId = `${absolute('')}/#website`
const languages = [...routing.locales]

export function website(locale: Locale): WebSite {
  return {
    '@type': 'WebSite',
    '@id': websiteId,
    name: site.brand,
    alternateName: `${site.brand} ${site.product}`,
    url: pageAddress('home', locale),
    inLanguage: languages,
    publisher: { '@id': organizationId },
  }
}

/**
 * Leaves out the e-mail address, because harvesters read structured data first.
 */
export function organization(t: Translator, locale: Locale): Organization {
  const logo = icons.find(
    ({ size, purpose }) => size === 512 && purpose === 'any',
  )
  return {
    '@type': 'Organization',
    '@id': organizationId,
    name: site.brand,
    description: t('Footer.description'),
    url: pageAddress('home', locale),
    ...(logo && { logo: { '@type': 'ImageObject', url: absolute(logo.path) } }),
    foundingDate: site.founded,
    address: addresses(locale),
    contactPoint: phoneLines(t).map(({ name, number, areaServed }) => ({
      '@type': 'ContactPoint',
      contactType: 'sales',
      availableLanguage: languages,
      name,
      telephone: number,
      areaServed,
    })),
  }
}

export function addresses(locale: Locale): PostalAddress[] {
  return site.offices.map(({ city, street, region, postalCode, country }) => ({
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city[locale],
    ...(region && { addressRegion: region }),
    ...(postalCode && { postalCode }),
    addressCountry: country,
  }))
}
