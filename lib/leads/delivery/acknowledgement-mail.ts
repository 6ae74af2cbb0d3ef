import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, routing } from '@/lib/i18n/routing'
import { referenceOf } from '@/lib/leads/reference'
import { mailTransport } from '@/lib/mail/transport'
import { messageId } from './sales-mail'
import type { Lead } from './store'

/** Repeats nothing that was typed: the form could otherwise be made to mail a stranger any text. */
export async function sendAcknowledgement(lead: Lead, signal?: AbortSignal) {
  const locale = isLocale(lead.language) ? lead.language : routing.defaultLocale
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'AcknowledgementMail' })
  const reference = referenceOf(lead.id)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: lead.email,
    subject: t('subject', { reference }),
    messageId: messageId('acknowledgement', lead.id),
    // No answers from other machines (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: t('body', { reference }),
    signal,
  })
}
