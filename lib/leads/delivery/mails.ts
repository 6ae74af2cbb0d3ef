import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { referenceOf } from '@/lib/leads/fields'
import { phoneNumbersIn } from '@/lib/leads/phone-number'
import { htmlMail, mailTransport } from '@/lib/mail/mail'
import { site } from '@/lib/site'
import { describeLead } from './lead-text'
import type { Lead, SentLead } from './store'

export async function sendMail(lead: SentLead, signal?: AbortSignal) {
  const { locale, t, title, heading, rows, text, plainText, consoleAddress } = await describeLead(lead)
  const above = `${site.brand} · ${heading}`
  const calls = phoneNumbersIn(lead.phone).map(({ shown, href }) => ({
    label: t('SalesMail.call', { phone: shown }),
    href,
  }))
  const buttons = [
    ...(lead.email ? [{ label: t('SalesMail.reply'), href: await replyAddress(lead) }] : []),
    ...calls,
    { label: t('SalesMail.open'), href: consoleAddress },
  ]
  const who = [lead.name, lead.company].filter(Boolean).join(', ') || lead.email || lead.phone || heading
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    ...(lead.email && { replyTo: { name: lead.name, address: lead.email } }),
    subject: title,
    ...headersOf(lead),
    text: `${above}\n\n${plainText}\n`,
    html: htmlMail({ locale, title, above, heading: who, rows, text, buttons }),
    signal,
  })
}

function headersOf({ id, updatedAt, wasDelivered }: SentLead) {
  const first = messageId('lead', id)
  if (!(wasDelivered && updatedAt)) return { messageId: first }
  return { messageId: messageId('lead', `${id}-${updatedAt.getTime()}`), inReplyTo: first, references: [first] }
}

/** A Message-ID that is the same whenever the same mail is sent (RFC 5322 section 3.6.4). */
export function messageId(kind: string, id: string): string {
  return `<${kind}-${id}@${new URL(env.SITE_URL).hostname}>`
}

async function replyAddress({ id, email, language }: SentLead): Promise<string> {
  const { t } = await acknowledgementTexts(language)
  const subject = `Re: ${t('subject', { reference: referenceOf(id) })}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}

/** Repeats nothing that was typed: the form could otherwise be used to mail any text to a stranger. */
export async function sendAcknowledgement(lead: Lead, signal?: AbortSignal) {
  const { t, locale } = await acknowledgementTexts(lead.language)
  const reference = referenceOf(lead.id)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    // LEADS_FROM may be a mailbox that nobody reads.
    replyTo: site.email,
    to: lead.email,
    subject: t('subject', { reference }),
    messageId: messageId('acknowledgement', lead.id),
    // No answers from other machines (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: t('body', { reference, contact: contactLine(locale) }),
    signal,
  })
}

function contactLine(locale: Locale): string {
  const { northAmerica, worldwide } = site.phones
  const phones = [...new Set([northAmerica, worldwide])].filter(Boolean)
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    [site.email, ...phones].filter((each) => each !== undefined),
  )
}

async function acknowledgementTexts(language: string) {
  const locale = isLocale(language) ? language : routing.defaultLocale
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'AcknowledgementMail' })
  return { locale, t }
}

export async function sendTestMail() {
  const locale = env.LEADS_LANGUAGE
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'TestMail' })
  await mailTransport().sendMail({ from: env.LEADS_FROM, to: env.LEADS_TO, subject: t('subject'), text: t('body') })
}
