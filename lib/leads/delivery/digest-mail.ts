import { type DigestText, digestPlainText } from '@/lib/leads/digest-text'
import { htmlDigest } from './mail-html'
import { type OutgoingMail, sendOverSmtp } from './smtp'

/** Sends a digest, to sales unless the envelope names a recipient. */
export function mailDigest(
  digest: DigestText,
  envelope: Pick<OutgoingMail, 'to' | 'messageId' | 'signal'>,
): Promise<void> {
  return sendOverSmtp({
    ...envelope,
    subject: digest.title,
    text: digestPlainText(digest),
    html: htmlDigest(digest),
  })
}
