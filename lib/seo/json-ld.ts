import type {
  FinancialService,
  Graph,
  Organization,
  PostalAddress,
  Product,
  PropertyValue,
  WebPage,
} from 'schema-dts'
import type { Metal, Report } from '@/lib/attestations/archive'
import type { Topic } from '@/lib/brand/disclosures'
import { disclosureRows } from '@/lib/disclosures/rows'
import { loadMessages } from '@/lib/i18n/messages'
import { phoneLines } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import {
  loadTranslator,
  type Translator,
  textWithoutLinks,
} from '@/lib/i18n/translator'
import { icons } from '@/lib/root-files'
import type { PageName } from '@/lib/routes'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import { absolute, pageAddress, shareImageAddress } from './address'
import type { Subpage } from './metadata'
import { modifiedDate } from './modified-date'
import { pageContent } from './page-content'

const product = pageAddress('product', routing.defaultLocale)
const organizationId = `${absolute('')}/#organization`
const websiteId = `${absolute('')}/#website`
const serviceId = `${product}#service`
const tokenId = (metal: Metal) => `${product}#${metal}-token`
const languages = [...routing.locales]

export async function pageGraph(
  page: PageName,
  locale: Locale,
  { archive = [], subpage }: { archive?: Report[]; subpage?: Subpage } = {},
): Promise<Graph> {
  const t = await loadTranslator(locale)
  const { faq } = pageContent[page]
  const date = modifiedDate(page, locale, archive, subpage?.name)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(t, locale),
      {
        '@type': 'WebSite',
        '@id': websiteId,
        name: site.brand,
        alternateName: `${site.brand} ${site.product}`,
        url: pageAddress('home', locale),
        inLanguage: languages,
        publisher: { '@id': organizationId },
      },
      webPage(t, page, locale, date, subpage),
      ...(page === 'home' ? [] : [breadcrumbs(t, page, locale, subpage)]),
      ...(isAboutTokens(page)
        ? [
            financialService(t, locale),
            ...site.metals.map((metal) => token(t, metal, locale, page)),
          ]
        : []),
      ...(faq
        ? [
            faqPage(
              t,
              page,
              locale,
              keysOf((await loadMessages(locale))[faq].items),
            ),
          ]
        : []),
    ],
  }
}

/** Whether the page describes the service and its tokens. */
function isAboutTokens(page: PageName): boolean {
  return page === 'home' || page === 'product' || page === 'attestations'
}

/**
 * Writes JSON for a script element, with `<` escaped so that no text can end
 * the element.
 */
export function scriptText(graph: Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}

// Leaves out the e-mail address, because harvesters read structured data first.
function organization(t: Translator, locale: Locale): Organization {
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
      ...(areaServed && { areaServed }),
    })),
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

function webPage(
  t: Translator,
  page: PageName,
  locale: Locale,
  date?: string,
  subpage?: Subpage,
): WebPage {
  const url = pageAddress(page, locale, subpage?.path)
  return {
    '@type': page === 'contact' ? 'ContactPage' : 'WebPage',
    '@id': `${url}#webpage`,
    url,
    name: subpage?.title ?? t(`Metadata.${page}.title`),
    description: subpage?.description ?? t(`Metadata.${page}.description`),
    inLanguage: locale,
    ...(date && { dateModified: date }),
    isPartOf: { '@id': websiteId },
    about: { '@id': isAboutTokens(page) ? serviceId : organizationId },
    ...(page === 'product' && {
      mainEntity: site.metals.map((metal) => ({ '@id': tokenId(metal) })),
    }),
    ...(page !== 'home' && { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    primaryImageOfPage: {
      '@type': 'ImageObject',
      url: shareImageAddress(page, locale),
    },
  }
}

function breadcrumbs(
  t: Translator,
  page: PageName,
  locale: Locale,
  subpage?: Subpage,
): Graph['@graph'][number] {
  const own = pageAddress(page, locale, subpage?.path)
  const steps = [
    { name: t(pageContent.home.name), item: pageAddress('home', locale) },
    { name: t(pageContent[page].name), item: pageAddress(page, locale) },
    ...(subpage ? [{ name: subpage.name, item: own }] : []),
  ]
  return {
    '@type': 'BreadcrumbList',
    '@id': `${own}#breadcrumb`,
    itemListElement: steps.map((step, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      ...step,
    })),
  }
}

function faqPage(
  t: Translator,
  page: PageName,
  locale: Locale,
  keys: string[],
): Graph['@graph'][number] {
  const url = `${pageAddress(page, locale)}#faq`
  const words = (key: string) =>
    textWithoutLinks(t, `${pageContent[page].faq}.items.${key}`)
  return {
    '@type': 'FAQPage',
    '@id': url,
    url,
    inLanguage: locale,
    isPartOf: { '@id': `${pageAddress(page, locale)}#webpage` },
    mainEntity: keys.map((key) => ({
      '@type': 'Question',
      name: words(`${key}.question`),
      acceptedAnswer: { '@type': 'Answer', text: words(`${key}.answer`) },
    })),
  }
}

function financialService(t: Translator, locale: Locale): FinancialService {
  const [issuer] = disclosed(['legalEntity'], locale)
  const fees = disclosed(['fees'], locale)
  return {
    '@type': 'FinancialService',
    '@id': serviceId,
    name: `${site.brand} ${site.product}`,
    description: t('ProductHero.body'),
    url: pageAddress('product', locale),
    parentOrganization: { '@id': organizationId },
    address: addresses(locale),
    telephone: phoneLines(t).map(({ number }) => number),
    ...(issuer && { legalName: issuer.value }),
    ...(fees.length > 0 && {
      feesAndCommissionsSpecification: fees
        .map(({ value }) => value)
        .join('; '),
    }),
  }
}

// Never a price, an offer or a rating, because the site publishes none.
// Fineness is in the table's unit; a fine ounce is an ounce of pure metal.
function token(
  t: Translator,
  metal: Metal,
  locale: Locale,
  page: PageName,
): Product {
  // Absent if the brand does not make this claim.
  const row = (name: 'unit' | 'backing' | 'standard') =>
    t.has(`Metals.rows.${name}.label`)
      ? [
          property(
            name,
            t(`Metals.rows.${name}.label`),
            t(`Metals.rows.${name}.${metal}`),
          ),
        ]
      : []
  return {
    '@type': 'Product',
    '@id': tokenId(metal),
    name: t(`StructuredData.token.${metal}`),
    description: textWithoutLinks(t, 'ProductFaq.items.oneToken.answer'),
    url: `${pageAddress('product', locale)}#metals`,
    image: shareImageAddress('product', locale),
    brand: { '@id': organizationId },
    manufacturer: { '@id': organizationId },
    material: t(`Metals.${metal}`),
    // Only the product page shows them.
    ...(page === 'product' && {
      additionalProperty: [
        ...row('unit'),
        property(
          'fineness',
          t('StructuredData.fineness.label'),
          t(`StructuredData.fineness.${metal}`),
        ),
        ...row('backing'),
        ...row('standard'),
        ...disclosed(
          ['legalNature', 'tokens', `${metal}Contract`, 'barStandard'],
          locale,
          metal,
        ),
      ],
    }),
  }
}

function disclosed(topics: Topic[], locale: Locale, of?: Metal) {
  return disclosureRows(locale, topics)
    .filter(({ metal }) => metal === undefined || metal === of)
    .map(({ topic, label, values }) =>
      property(topic, label, values.map(({ text }) => text).join('; ')),
    )
}

function property(propertyID: string, name: string, value: string) {
  return {
    '@type': 'PropertyValue',
    propertyID,
    name,
    value,
  } satisfies PropertyValue
}
