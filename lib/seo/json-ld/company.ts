import type { ContactPoint, FinancialService, Organization, PostalAddress, WebSite } from 'schema-dts'
import { phoneLines } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { Translator } from '@/lib/i18n/translator'
import { icons } from '@/lib/root-files'
import { site } from '@/lib/site'
import { absolute, pageAddress } from '../address'
import { disclosedService } from './disclosed'

const product = pageAddress('product', routing.defaultLocale)

export const ids = {
  organization: `${absolute('')}/#organization`,
  service: `${product}#service`,
  website: `${absolute('')}/#website`,
  token: { gold: `${product}#gold-token`, silver: `${product}#silver-token` },
} as const

const languages = [...routing.locales]
const logo = icons.find(({ size, purpose }) => size === 512 && purpose === 'any')

/** No e-mail address: harvesters read structured data first. */
export function organization(t: Translator, locale: Locale): Organization {
  return {
    '@type': 'Organization',
    '@id': ids.organization,
    name: site.brand,
    description: t('Footer.description'),
    url: pageAddress('home', locale),
    ...(logo && { logo: { '@type': 'ImageObject', url: absolute(logo.path) } }),
    foundingDate: site.founded,
    address: addresses(locale),
    contactPoint: contactPoints(t),
  }
}

export function financialService(t: Translator, locale: Locale): FinancialService {
  return {
    '@type': 'FinancialService',
    '@id': ids.service,
    name: `${site.brand} ${site.product}`,
    description: t('ProductHero.body'),
    url: pageAddress('product', locale),
    parentOrganization: { '@id': ids.organization },
    address: addresses(locale),
    telephone: phoneLines(t).map(({ number }) => number),
    ...disclosedService(locale),
  }
}

export function website(locale: Locale): WebSite {
  return {
    '@type': 'WebSite',
    '@id': ids.website,
    name: site.brand,
    alternateName: `${site.brand} ${site.product}`,
    url: pageAddress('home', locale),
    inLanguage: languages,
    publisher: { '@id': ids.organization },
  }
}

function addresses(locale: Locale): PostalAddress[] {
  return site.offices.map(({ city, street, region, postalCode, country }) => ({
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: city[locale],
    ...(region && { addressRegion: region }),
    ...(postalCode && { postalCode }),
    addressCountry: country,
  }))
}

function contactPoints(t: Translator): ContactPoint[] {
  const point = { '@type': 'ContactPoint', contactType: 'sales', availableLanguage: languages } as const
  return phoneLines(t).map(({ name, number, areaServed }) => {
    return { ...point, name, telephone: number, ...(areaServed && { areaServed }) }
  })
}
