// Describes the service and its tokens to search engines.
import type { FinancialService, Product, PropertyValue } from 'schema-dts'
import type { Metal } from '@/lib/attestations/archive'
import type { Topic } from '@/lib/brand/disclosures'
import { disclosureRows } from '@/lib/disclosures/rows'
import { phoneLines } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import { type Translator, textWithoutLinks } from '@/lib/i18n/translator'
import type { PageName } from '@/lib/routes'
import { site } from '@/lib/site'
import { pageAddress, shareImageAddress } from './address'
import { addresses, organizationId } from './company-graph'

const product = pageAddress('product', routing.defaultLocale)
export const serviceId = `${product}#service`

export function tokenId(metal: Metal): string {
  return `${product}#${metal}-token`
}

export function financialService(
  t: Translator,
  locale: Locale,
): FinancialService {
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
    legalName: issuer?.value,
    ...(fees.length > 0 && {
      feesAndCommissionsSpecification: fees
        .map(({ value }) => value)
        .join('; '),
    }),
  }
}

/** Contains no price, offer or rating, because the site publishes none. */
export function token(
  t: Translator,
  metal: Metal,
  locale: Locale,
  page: PageName,
): Product {
  // Returns nothing for a row that the brand does not confirm.
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
    // Lists these properties only on the product page, because only that page
    // shows them.
    ...(page === 'product' && {
      additionalProperty: [
        ...row('unit'),
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
