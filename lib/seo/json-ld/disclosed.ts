import type { ContactPoint, FinancialService, Organization, PropertyValue } from 'schema-dts'
import type { Metal } from '@/lib/attestations/archive'
import { daysBetween } from '@/lib/brand/disclosures'
import { contactValue } from '@/lib/disclosures/values'
import type { Locale } from '@/lib/i18n/routing'
import type { Translator } from '@/lib/i18n/translator'
import { site } from '@/lib/site'

type Properties<Node> = Partial<Exclude<Node, string>>

/** What schema.org has a property for, of the brand's disclosures about itself. */
export function disclosedOrganization(locale: Locale): Properties<Organization> {
  const { legalEntity, regulation, jurisdictions } = site.disclosures
  return {
    ...(legalEntity && { legalName: legalEntity.name }),
    ...(legalEntity?.registration && {
      identifier: {
        '@type': 'PropertyValue',
        value: legalEntity.registration,
        ...(legalEntity.register && { propertyID: legalEntity.register[locale] }),
      },
    }),
    ...(jurisdictions?.served && { areaServed: jurisdictions.served }),
    ...(regulation?.licence && {
      hasCredential: {
        '@type': 'EducationalOccupationalCredential',
        credentialCategory: 'license',
        name: regulation.licence[locale],
        recognizedBy: { '@type': 'Organization', name: regulation.regulator[locale] },
        ...(regulation.url && { url: regulation.url }),
      },
    }),
  }
}

export function disclosedService(locale: Locale): Properties<FinancialService> {
  const { fees, currencies, jurisdictions } = site.disclosures
  return {
    ...(jurisdictions?.served && { areaServed: jurisdictions.served }),
    ...(currencies && { currenciesAccepted: currencies.join(', ') }),
    ...(fees && { feesAndCommissionsSpecification: fees.map((kind) => kind[locale]).join('; ') }),
  }
}

export function disclosedContactPoints(t: Translator): ContactPoint[] {
  const { contacts } = site.disclosures
  return (['complaints', 'privacy'] as const).flatMap((contactType) =>
    contactValue(contacts?.[contactType]).map(({ text, href = '' }) => ({
      '@type': 'ContactPoint' as const,
      contactType,
      name: t(`Disclosures.rows.${contactType}`),
      ...(href.startsWith('mailto:') ? { email: text } : { url: href }),
    })),
  )
}

/** When the team answers, for a contact point. */
export function disclosedHours(): Properties<ContactPoint> {
  const { hours } = site.disclosures
  if (!hours) return {}
  const dayOfWeek = daysBetween(hours.from, hours.to).map((day) => {
    return `https://schema.org/${day.replace(/^./, (letter) => letter.toUpperCase())}` as 'https://schema.org/Monday'
  })
  return {
    hoursAvailable: { '@type': 'OpeningHoursSpecification', dayOfWeek, opens: hours.open, closes: hours.close },
  }
}

export function disclosedTokenProperties(t: Translator, metal: Metal, locale: Locale): PropertyValue[] {
  const { tokens = [], barStandard } = site.disclosures
  const contracts = tokens.filter((token) => token.metal === metal)
  return [
    ...(barStandard ? [property('barStandard', t('Disclosures.rows.barStandard'), barStandard[locale])] : []),
    // An account of a chain as CAIP-10 names it.
    ...contracts.map(({ chainId, address }) =>
      property('CAIP-10', t('Disclosures.rows.contract'), `eip155:${chainId}:${address}`),
    ),
  ]
}

export function property(propertyID: string, name: string, value: string): PropertyValue {
  return { '@type': 'PropertyValue', propertyID, name, value }
}
