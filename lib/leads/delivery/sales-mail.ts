import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, routing } from '@/lib/i18n/routing'
import { internationalNumber } from '@/lib/leads/phone-number'
import { referenceOf } from '@/lib/leads/reference'
import { htmlMail } from '@/lib/mail/html-mail'
import { mailTransport } from '@/lib/mail/transport'
import { site } from '@/lib/site'
import { describeLead } from './lead-text'
import type { DueLead } from './store'

/** Mails a lead to LEADS_TO. What was added later is a mail that refers to the first. Rejects when it is not taken. */
export async function sendMail(lead: DueLead, signal?: AbortSignal) {
  const { locale, t, title, heading, rows, text, plainText, consoleAddress } = await describeLead(lead)
  const call = internationalNumber(lead.phone)
  const above = `${site.brand} · ${heading}`
  const buttons = [
    lead.email && { label: t('SalesMail.reply'), href: await replyAddress(lead) },
    call && { label: t('SalesMail.call', { phone: call.formatInternational() }), href: call.getURI() },
    { label: t('SalesMail.open'), href: consoleAddress },
  ].filter((button) => typeof button === 'object')
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

function headersOf({ id, updatedAt, wasDelivered }: DueLead) {
  const first = messageId('lead', id)
  if (!(wasDelivered && updatedAt)) return { messageId: first }
  return { messageId: messageId('lead', `${id}-${updatedAt.getTime()}`), inReplyTo: first, references: [first] }
}

/** A Message-ID that is the same whenever the same mail is sent (RFC 5322 section 3.6.4). */
export function messageId(kind: string, id: string): string {
  return `<${kind}-${id}@${new URL(env.SITE_URL).hostname}>`
}

// An answer under the subject that an acknowledgement has: the visitor reads it, not sales.
async function replyAddress({ id, email, language }: DueLead): Promise<string> {
  const locale = isLocale(language) ? language : routing.defaultLocale
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'AcknowledgementMail' })
  const subject = `Re: ${t('subject', { reference: referenceOf(id) })}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
