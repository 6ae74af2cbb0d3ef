import { localizedPath } from '@/lib/i18n/navigation'
import { officeTime } from '@/lib/i18n/offices'
import { isLocale, type Locale, languages } from '@/lib/i18n/routing'
import {
  type ContactField,
  contactDefinitionOf,
  contactFields,
  type MailLabel,
  referenceOf,
} from '@/lib/leads/contact-fields'
import { contextRows } from '@/lib/leads/context'
import { loadSalesTexts } from '@/lib/leads/sales-texts'
import { absolute } from '@/lib/seo/address'
import { isolateDirection } from '@/lib/shown-text'
import type { LeadToSend } from './delivery-store'

type OwnField = 'language' | 'received' | 'quarantine' | 'reference'
type Row = { field: string; label: string; value: string }

// Puts the sender first, whatever the order of the form.
const fieldsInOrder = [
  ...new Set<ContactField>(['name', 'company', ...contactFields]),
]

export async function describeLead(lead: LeadToSend) {
  const { locale, t } = await loadSalesTexts()
  const { releasedAt } = lead
  const reference = referenceOf(lead.id)

  const contactRows = fieldsInOrder.flatMap((field): Row[] => {
    const label = contactDefinitionOf(field).mailLabel as MailLabel | undefined
    return label ? [{ field, label: t(label), value: lead[field] }] : []
  })
  const visitRows = contextRows(lead).map(
    ([field, value]): Row => ({
      field,
      label: t(`LeadContext.${field}`),
      value,
    }),
  )

  const released = releasedAt
    ? t('SalesMail.released', { time: officeTime(releasedAt, locale) })
    : ''
  const labeledRow = (field: OwnField, value: string): Row => {
    return { field, label: t(`SalesMail.${field}`), value }
  }
  const rows = [
    ...contactRows,
    labeledRow('language', languageName(lead.language, locale)),
    ...visitRows,
    labeledRow('received', officeTime(lead.receivedAt, locale)),
    labeledRow('quarantine', released),
    labeledRow('reference', reference),
  ]

  const kind = kindOf(lead)
  const named = [lead.name, lead.company].filter(Boolean).map(isolateDirection)
  const sender = named.join(', ') || lead.email || lead.phone || reference
  const consoleAddress = consoleAddressOf(locale, `/leads/${reference}`)

  return {
    locale,
    reference,
    t,
    sender,
    title: t(`SalesMail.${kind}Subject`, { reference, sender }),
    heading: t(`SalesMail.${kind}Heading`),
    rows: rows.filter(({ value }) => value !== ''),
    text: lead.message,
    consoleAddress,
  }
}

export type DescribedLead = Awaited<ReturnType<typeof describeLead>>

/**
 * Returns the lead as text, without the rows that the receiver gets as separate
 * fields.
 */
export function leadPlainText(
  { t, text, rows, consoleAddress }: DescribedLead,
  inFields: string[] = [],
): string {
  const lines = rows
    .filter(({ field }) => !inFields.includes(field))
    .map(({ label, value }) => `${label}: ${isolateDirection(value)}`)
  const link = `${t('SalesMail.open')}: ${consoleAddress}`
  return [text, lines.join('\n'), link].filter(Boolean).join('\n\n')
}

export function consoleAddressOf(locale: Locale, path: string): string {
  return absolute(localizedPath(locale, `/operator${path}`))
}

function kindOf({ source, wasDelivered }: LeadToSend) {
  if (source !== 'chat') return 'form'
  return wasDelivered ? 'chatUpdate' : 'chat'
}

function languageName(language: string, locale: Locale): string {
  const name =
    new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  const nameInItself = isLocale(language) ? languages[language].name : language
  return name === nameInItself ? name : `${name} (${nameInItself})`
}
