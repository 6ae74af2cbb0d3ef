import type { ContactPoint, FinancialService, PropertyValue } from 'schema-dts'
import type { Metal } from '@/lib/attestations/archive'
import type { Topic } from '@/lib/brand/disclosures'
import { disclosureRows } from '@/lib/disclosures/rows'
import type { Locale } from '@/lib/i18n/routing'

type Properties<Node> = Partial<Exclude<Node, string>>

/** What schema.org has a property for, of the brand's disclosures about itself; on the product page. */
export function disclosedService(locale: Locale): Properties<FinancialService> {
  const [issuer] = textsOf(['legalEntity'], locale)
  const fees = textsOf(['fees'], locale)
  return {
    ...(issuer && { legalName: issuer }),
    ...(fees.length > 0 && { feesAndCommissionsSpecification: fees.join('; ') }),
    contactPoint: contactPoints(locale),
  }
}

function contactPoints(locale: Locale): ContactPoint[] {
  return disclosureRows(locale, ['contacts']).flatMap(({ label, values: [value] }) => {
    if (!value?.href) return []
    const place = value.href.startsWith('mailto:') ? { email: value.href.slice(7) } : { url: value.href }
    return [{ '@type': 'ContactPoint' as const, contactType: label, ...place }]
  })
}

export function disclosedTokenProperties(metal: Metal, locale: Locale): PropertyValue[] {
  const rows = disclosureRows(locale, ['legalNature', 'tokens', `${metal}Contract`, 'barStandard'])
  return rows.map(({ topic, label, values }) => property(topic, label, values.map(({ text }) => text).join('; ')))
}

function textsOf(of: Topic[], locale: Locale): string[] {
  return disclosureRows(locale, of).flatMap(({ values }) => values.map(({ text }) => text))
}

export function property(propertyID: string, name: string, value: string): PropertyValue {
  return { '@type': 'PropertyValue', propertyID, name, value }
}
