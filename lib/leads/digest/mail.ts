import { env } from '@/lib/env'
import { messageId } from '@/lib/leads/delivery/sales-mail'
import { mailTransport } from '@/lib/mail/transport'
import { makeDigest } from './digest'
import type { DueDigest } from './store'
import { describeDigest } from './text'

/** Mails a digest to LEADS_TO, as plain text. Rejects when the mail server did not take it. */
export async function mailDigest(due: DueDigest, signal: AbortSignal) {
  const digest = await makeDigest(due)
  if (!digest) return
  const { subject, paragraphs } = await describeDigest(digest)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    subject,
    messageId: messageId('digest', due.id),
    text: paragraphs.join('\n\n'),
    signal,
  })
}
