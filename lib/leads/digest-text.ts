import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { officeTime } from '@/lib/i18n/offices'
import { mailTransport } from '@/lib/mail/mail'
import { consoleAddressOf } from './delivery/lead-text'
import { messageId } from './delivery/mails'
import { postToSlack } from './delivery/services'
import { postEvent } from './delivery/webhook'
import type { Digest } from './digest'

/** Mails a digest to LEADS_TO as plain text. Rejects if the mail server does not take it. */
export async function mailDigest(digest: Digest, signal?: AbortSignal) {
  const { subject, paragraphs } = await describeDigest(digest)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    subject,
    messageId: messageId('digest', String(digest.until.getTime())),
    text: paragraphs.join('\n\n'),
    signal,
  })
}

/** Posts a digest to LEADS_SLACK_URL in the words of the mail. Rejects if it is refused. */
export async function postDigestToSlack(digest: Digest, signal?: AbortSignal) {
  const { subject, paragraphs } = await describeDigest(digest)
  await postToSlack([subject, ...paragraphs], signal)
}

/** Posts a digest to LEADS_WEBHOOK_URL. Rejects if it is refused. */
export async function postDigest(digest: Digest, signal?: AbortSignal) {
  const { since, until, received, quarantined, undelivered, unanswered } = digest
  const named = ({ receivedAt, ...lead }: Digest['undelivered']['leads'][number]) => {
    return { ...lead, received_at: receivedAt }
  }
  const { count, byReason, total, leads } = quarantined
  const id = idOf(digest)
  const data = {
    id,
    since,
    until,
    received: received.count,
    received_leads: received.leads.map(named),
    quarantined: {
      count,
      by_reason: byReason,
      total,
      leads: leads.map(({ reasons, score, ...lead }) => ({ ...named(lead), quarantine: reasons, spam_score: score })),
    },
    undelivered: { count: undelivered.count, leads: undelivered.leads.map(named) },
    unanswered,
  }
  await postEvent(id, { type: 'digest', timestamp: until, data }, signal)
}

// The same for every attempt, so that a receiver recognizes a repetition.
function idOf({ until }: Digest): string {
  return `digest-${until.getTime()}`
}

/** A digest in the language of sales: its subject, and paragraphs of plain text without what is empty. */
async function describeDigest(digest: Digest): Promise<{ subject: string; paragraphs: string[] }> {
  const locale = env.LEADS_LANGUAGE
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'DigestMail' })
  const { received, quarantined, undelivered, unanswered } = digest
  const time = (moment: Date) => officeTime(moment, locale)
  const address = (path: string) => t('open', { address: consoleAddressOf(locale, path) })
  const fresh = received.leads.map(({ receivedAt, owner, ...lead }) => {
    return t('received_lead', { ...lead, time: time(receivedAt), owner: owner ?? t('nobody') })
  })
  const late = undelivered.leads.map(({ receivedAt, ...lead }) => t('lead', { ...lead, time: time(receivedAt) }))
  const asked = unanswered.questions.map((question) => t('question', question))
  const sections: [number, string[]][] = [
    [received.count, [t('received', received), ...fresh, address('/leads?state=accepted')]],
    [undelivered.count, [t('undelivered', undelivered), ...late, address('/leads?state=undelivered')]],
    [unanswered.count, [t('unanswered', unanswered), ...asked, address('/questions')]],
  ]
  const [first = [], ...others] = sections.map(([count, lines]) => (count > 0 ? [lines.join('\n')] : []))
  const counts = {
    received: received.count,
    quarantined: quarantined.count,
    undelivered: undelivered.count,
    unanswered: unanswered.count,
  }
  return {
    subject: t('subject', counts),
    paragraphs: [
      t('since', { time: time(digest.since) }),
      ...first,
      ...(await describeQuarantine(digest)),
      ...others.flat(),
    ],
  }
}

async function describeQuarantine({ quarantined: { count, byReason, total, leads } }: Digest): Promise<string[]> {
  if (count === 0) return []
  const locale = env.LEADS_LANGUAGE
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'DigestMail.quarantine' })
  const names: Record<string, string> = messages.OperatorLeads.reasons
  // A reason of an older version has no name.
  const nameOf = (reason: string) => names[reason] ?? reason
  const counted = Object.entries(byReason).sort(([, a], [, b]) => b - a)
  const listed = leads.map(({ receivedAt, reasons, ...lead }) => {
    return t('lead', { ...lead, time: officeTime(receivedAt, locale), reasons: reasons.map(nameOf).join(', ') })
  })
  return [
    t('intro', { count }),
    [t('byReason'), ...counted.map(([reason, each]) => t('reason', { reason: nameOf(reason), count: each }))].join(
      '\n',
    ),
    t('total', { count: total }),
    [t('listed', { count: leads.length }), ...listed].join('\n'),
    t('todo', { address: consoleAddressOf(locale, '/leads?state=quarantined') }),
  ]
}
