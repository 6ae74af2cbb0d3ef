import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { escapeHtml } from '@/lib/escape-html'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, languages, routing } from '@/lib/i18n/routing'
import { contextRows } from '@/lib/leads/context'
import { contactFields, definitionOf, type MailLabel } from '@/lib/leads/fields'
import { referenceOf } from '@/lib/leads/reference'
import { mailTransport } from '@/lib/mail/transport'
import type { DueLead } from './store'

const labelledFields = contactFields.flatMap((field) => {
  const label = definitionOf(field).mailLabel as MailLabel | undefined
  return label ? [{ field, label }] : []
})

/** Mails a lead to LEADS_TO. What was added later is a mail that refers to the first. Rejects when it is not taken. */
export async function sendMail(lead: DueLead, signal?: AbortSignal) {
  const locale = routing.defaultLocale
  const t = createTranslator({ locale, messages: await loadMessages(locale) })
  const reference = referenceOf(lead.id)
  const rows: [label: string, value: string][] = [
    [t('SalesMail.reference'), reference],
    [t('SalesMail.received'), lead.receivedAt.toISOString()],
    ...labelledFields.map(({ field, label }): [string, string] => [t(label), lead[field]]),
    [t('SalesMail.language'), isLocale(lead.language) ? languages[lead.language].name : lead.language],
    ...contextRows(lead).map(([field, value]): [string, string] => [t(`LeadContext.${field}`), value]),
  ]
  const given = rows.filter(([, value]) => value !== '')
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
    subject: t(`SalesMail.${subjectOf(lead)}`, { reference, company: lead.company }),
    ...headersOf(lead),
    text: [...given.map(([label, value]) => `${label}: ${value}`), '', lead.message].join('\n'),
    html: htmlMail(given, lead.message),
    signal,
  })
}

function subjectOf({ source, wasDelivered }: DueLead) {
  if (source !== 'chat') return 'subject'
  return wasDelivered ? 'chatUpdateSubject' : 'chatSubject'
}

function headersOf({ id, updatedAt, wasDelivered }: DueLead) {
  const first = messageId('lead', id)
  if (!(wasDelivered && updatedAt)) return { messageId: first }
  return { messageId: messageId('lead', `${id}-${updatedAt.getTime()}`), inReplyTo: first, references: [first] }
}

/** A Message-ID that is the same whenever the same mail is sent (RFC 5322 section 3.6.4). */
export function messageId(kind: string, id: string): string {
  return `<${kind}-${id}@${new URL(env.SITE_URL).hostname}>`
}

function htmlMail(rows: [string, string][], message: string): string {
  const cells = rows.map(
    ([label, value]) => `<tr><th align="left">${escapeHtml(label)}</th><td>${htmlLines(value)}</td></tr>`,
  )
  return `<!doctype html><html><body><table cellpadding="4">${cells.join('')}</table><p>${htmlLines(message)}</p></body></html>`
}

function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
