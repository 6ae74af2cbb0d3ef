import { createTranslator } from 'next-intl'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { referenceOf } from '@/lib/leads/contact-fields'
import { asciiAddressOf } from '@/lib/leads/email-address'
import { phoneNumbersIn } from '@/lib/leads/phone-numbers'
import { isolateDirection } from '@/lib/shown-text'
import { site } from '@/lib/site'
import type { Lead, LeadToSend } from './delivery-store'
import { describeLead, leadPlainText } from './lead-text'
import { htmlMail } from './mail-html'
import { messageId, sendOverSmtp } from './smtp'

export async function sendMail(lead: LeadToSend, signal?: AbortSignal) {
  const described = await describeLead(lead)
  const { t, sender, title, heading, consoleAddress } = described
  const buttons = [
    ...(lead.email
      ? [{ label: t('SalesMail.reply'), href: await replyAddress(lead) }]
      : []),
    ...phoneNumbersIn(lead.phone, lead.language).map(({ shown, href }) => ({
      label: t('SalesMail.call', { phone: shown }),
      href,
    })),
    { label: t('SalesMail.open'), href: consoleAddress },
  ]

  const above = `${site.brand} · ${heading}`
  const address = asciiAddressOf(lead.email)
  const notice =
    lead.email && !address
      ? t('SalesMail.replyByHand', { email: isolateDirection(lead.email) })
      : ''

  await sendOverSmtp({
    // Leaves out a name that looks like an encoded word, because some programs
    // decode it even in quotes.
    ...(address && {
      replyTo: { name: lead.name.includes('=?') ? '' : lead.name, address },
    }),
    subject: title,
    ...headersOf(lead),
    text: [above, leadPlainText(described), notice]
      .filter(Boolean)
      .join('\n\n'),
    html: htmlMail(described, { above, heading: sender, buttons, notice }),
    signal,
  })
}

function headersOf({ id, updatedAt, wasDelivered }: LeadToSend) {
  const first = messageId('lead', id)
  if (!(wasDelivered && updatedAt)) return { messageId: first }
  return {
    messageId: messageId('lead', `${id}-${updatedAt.getTime()}`),
    inReplyTo: first,
    references: [first],
  }
}

async function replyAddress({
  id,
  email,
  language,
}: LeadToSend): Promise<string> {
  const { t } = await acknowledgmentTexts(language)
  const subject = `Re: ${t('subject', { reference: referenceOf(id) })}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
}

/**
 * Sends the visitor a confirmation. Repeats nothing the visitor typed, because
 * the form could otherwise be used to mail arbitrary text to strangers.
 */
export async function sendAcknowledgment(lead: Lead, signal?: AbortSignal) {
  const { t, locale } = await acknowledgmentTexts(lead.language)
  const reference = referenceOf(lead.id)
  await sendOverSmtp({
    // Directs replies to the site's address, because LEADS_FROM may be an
    // unread mailbox.
    replyTo: site.email,
    to: lead.email,
    subject: t('subject', { reference }),
    messageId: messageId('acknowledgment', lead.id),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: t('body', { reference, contact: contactLine(locale) }),
    signal,
  })
}

function contactLine(locale: Locale): string {
  const { northAmerica, worldwide } = site.phones
  const ways = [...new Set([site.email, northAmerica, worldwide])].filter(
    (way): way is string => Boolean(way),
  )
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(ways)
}

async function acknowledgmentTexts(language: string) {
  const locale = isLocale(language) ? language : routing.defaultLocale
  const t = createTranslator({
    locale,
    messages: await loadMessages(locale),
    namespace: 'AcknowledgmentMail',
  })
  return { locale, t }
}
