import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { officeTime } from '@/lib/i18n/office-time'
import { consoleAddressOf } from '@/lib/leads/delivery/lead-text'
import type { Digest } from './digest'

/** A digest in the language of sales: its subject, and paragraphs of plain text. What is empty has none. */
export async function describeDigest(digest: Digest): Promise<{ subject: string; paragraphs: string[] }> {
  const locale = env.LEADS_LANGUAGE
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'DigestMail' })
  const { received, undelivered, unanswered } = digest
  const time = (moment: Date) => officeTime(moment, locale)
  const address = (path: string) => t('open', { address: consoleAddressOf(locale, path) })
  const late = undelivered.leads.map(({ reference, receivedAt, company, name }) => {
    return t('lead', { reference, time: time(receivedAt), company, name })
  })
  const asked = unanswered.questions.map(({ text, language, count }) => t('question', { text, language, count }))
  const paragraphs = [
    t('since', { time: time(digest.since) }),
    ...(received > 0 ? [lines(t('received', { count: received }), address('/leads'))] : []),
    ...(await describeQuarantine(digest)),
    ...(undelivered.count > 0
      ? [lines(t('undelivered', { count: undelivered.count }), ...late, address('/leads?state=undelivered'))]
      : []),
    ...(unanswered.count > 0
      ? [lines(t('unanswered', { count: unanswered.count }), ...asked, address('/questions'))]
      : []),
  ]
  const { count } = digest.quarantined
  const counts = { received, quarantined: count, undelivered: undelivered.count, unanswered: unanswered.count }
  return { subject: t('subject', counts), paragraphs }
}

async function describeQuarantine({ quarantined: { count, byReason, total, leads } }: Digest): Promise<string[]> {
  if (count === 0) return []
  const locale = env.LEADS_LANGUAGE
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'DigestMail.quarantine' })
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
    const time = officeTime(receivedAt, locale)
    return t('lead', { reference, time, company, name, reasons: reasons.map(nameOf).join(', '), score })
  })
  return [
    t('intro', { count }),
    lines(t('byReason'), ...counted.map(([reason, each]) => t('reason', { reason: nameOf(reason), count: each }))),
    t('total', { count: total }),
    lines(t('listed', { count: leads.length }), ...listed),
    t('todo', { address: consoleAddressOf(locale, '/leads?state=quarantined') }),
  ]
}

function lines(...all: string[]): string {
  return all.join('\n')
}
