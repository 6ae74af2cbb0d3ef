import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { messageId } from '@/lib/leads/delivery/sales-mail'
import { mailTransport } from '@/lib/mail/transport'
import { type Digest, makeDigest } from './digest'
import type { DueDigest } from './store'

/** Mails a digest to LEADS_TO, as plain text. Rejects when the mail server did not take it. */
export async function mailDigest(due: DueDigest, signal: AbortSignal) {
  const digest = await makeDigest(due)
  if (!digest) return
  const { subject, text } = await wordsOf(digest)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    subject,
    messageId: messageId('quarantine', due.id),
    text,
    signal,
  })
}

async function wordsOf({ count, byReason, total, leads }: Digest) {
  const locale = routing.defaultLocale
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'QuarantineMail' })
  const names: Record<string, string> = {
    honeypot: t('reasons.honeypot'),
    hasty: t('reasons.hasty'),
    forged_token: t('reasons.forged_token'),
    many_links: t('reasons.many_links'),
    markup: t('reasons.markup'),
    repeated_text: t('reasons.repeated_text'),
    disposable_email: t('reasons.disposable_email'),
    flood: t('reasons.flood'),
  }
  // A reason of an older version has no name.
  const nameOf = (reason: string) => names[reason] ?? reason
  const counted = Object.entries(byReason).sort(([, a], [, b]) => b - a)
  const listed = leads.map(({ reference, receivedAt, company, name, reasons, score }) => {
    const time = receivedAt.toISOString()
    return t('lead', { reference, time, company, name, reasons: reasons.map(nameOf).join(', '), score })
  })
  const paragraphs = [
    t('intro', { count }),
    [t('byReason'), ...counted.map(([reason, each]) => t('reason', { reason: nameOf(reason), count: each }))].join(
      '\n',
    ),
    t('total', { count: total }),
    [t('listed', { count: leads.length }), ...listed].join('\n'),
    t('todo'),
  ]
  return { subject: t('subject', { count }), text: paragraphs.join('\n\n') }
}
