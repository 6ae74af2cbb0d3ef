import type { Product, PropertyValue } from 'schema-dts'
import type { Metal } from '@/lib/attestations/archive'
import type { Locale } from '@/lib/i18n/routing'
import { plainText, type Translator } from '@/lib/i18n/translator'
import { pageAddress, shareImageAddress } from '../address'
import { ids } from './company'
import { disclosedTokenProperties, property } from './disclosed'

/** The two tokens. Never a price, an offer or a rating: the site publishes none. */
export function tokens(t: Translator, locale: Locale): Product[] {
  return (['gold', 'silver'] as const).map((metal) => ({
    '@type': 'Product',
    '@id': ids.token[metal],
    name: t(`StructuredData.token.${metal}`),
    description: plainText(t, 'ProductFaq.items.oneToken.answer'),
    url: `${pageAddress('product', locale)}#metals`,
    image: shareImageAddress('product', locale),
    brand: { '@id': ids.organization },
    manufacturer: { '@id': ids.organization },
    material: t(`Metals.${metal}`),
    additionalProperty: [...properties(t, metal), ...disclosedTokenProperties(metal, locale)],
  }))
}

// Fineness is in the table's unit; a fine ounce is one of pure metal.
function properties(t: Translator, metal: Metal): PropertyValue[] {
  return [
    property('unit', t('Metals.rows.unit.label'), t(`Metals.rows.unit.${metal}`)),
    property('fineness', t('StructuredData.fineness.label'), t(`StructuredData.fineness.${metal}`)),
    property('backing', t('Metals.rows.backing.label'), t(`Metals.rows.backing.${metal}`)),
    ...(t.has('Metals.rows.standard.label')
      ? [property('standard', t('Metals.rows.standard.label'), t(`Metals.rows.standard.${metal}`))]
      : []),
  ]
}
