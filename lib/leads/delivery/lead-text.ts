import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officeTime } from '@/lib/i18n/offices'
import { isLocale, type Locale, languages } from '@/lib/i18n/routing'
import { contextRows } from '@/lib/leads/context'
import {
  type ContactField,
  contactFields,
  definitionOf,
  type MailLabel,
  referenceOf,
} from '@/lib/leads/fields'
import { absolute } from '@/lib/seo/address'
import { isolate } from '@/lib/typed-text'
import type { SentLead } from './store'

type Row = [label: string, value: string]

// Puts the sender first.
const fieldsInOrder = [
  ...new Set<ContactField>(['name', 'company', ...contactFields]),
]

export async function describeLead(lead: SentLead) {
  const locale = env.LEADS_LANGUAGE
  const t = createTranslator({ locale, messages: await loadMessages(locale) })
  const { releasedAt } = lead
  const reference = referenceOf(lead.id)
  const rows: Row[] = [
    ...fieldsInOrder.flatMap((field): Row[] => {
      const label = definitionOf(field).mailLabel as MailLabel | undefined
      return label ? [[t(label), lead[field]]] : []
    }),
    [t('SalesMail.language'), languageName(lead.language, locale)],
    ...contextRows(lead).map(
      ([field, value]): Row => [t(`LeadContext.${field}`), value],
    ),
    [t('SalesMail.received'), officeTime(lead.receivedAt, locale)],
    [
      t('SalesMail.quarantine'),
      releasedAt
        ? t('SalesMail.released', { time: officeTime(releasedAt, locale) })
        : '',
    ],
    [t('SalesMail.reference'), reference],
  ]
  const given = rows.filter(([, value]) => value !== '')
  const kind = kindOf(lead)
  const consoleAddress = consoleAddressOf(locale, `/leads/${reference}`)
  return {
    locale,
    reference,
    t,
    title: t(`SalesMail.${kind}Subject`, {
      reference,
      name: isolate(lead.name),
      company: isolate(lead.company),
    }),
    heading: t(`SalesMail.${kind}Heading`),
    rows: given,
    text: lead.message,
    consoleAddress,
    plainText: [
      lead.message,
      given.map(([label, value]) => `${label}: ${isolate(value)}`).join('\n'),
      `${t('SalesMail.open')}: ${consoleAddress}`,
    ].join('\n\n'),
  }
}

export function consoleAddressOf(locale: Locale, path: string): string {
  return absolute(localizedPath(locale, `/operator${path}`))
}

/**
 * Splits a name into first and last name, as CRMs expect. The form asks for a
 * single name, so its last word becomes the last name.
 */
export function splitName(name: string): [first: string, last: string] {
  const end = name.lastIndexOf(' ')
  return end < 0 ? ['', name] : [name.slice(0, end).trim(), name.slice(end + 1)]
}

function kindOf({ source, wasDelivered }: SentLead) {
  if (source !== 'chat') return 'form'
  return wasDelivered ? 'chatUpdate' : 'chat'
}

function languageName(language: string, locale: Locale): string {
  const name =
    new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  const own = isLocale(language) ? languages[language].name : language
  return name === own ? name : `${name} (${own})`
}
