import { createTranslator } from 'next-intl'
import { messageId } from '@/lib/delivery/mail'
import { mailTransport } from '@/lib/delivery/transport'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { isLocale, languages, routing } from '@/lib/i18n/routing'
import { transcriptOf } from './store'
import type { DueTranscript } from './transcript-store'

/** Mails a conversation to sales, as plain text. Rejects when the mail server did not take it. */
export async function deliverTranscript({ id, language }: DueTranscript, signal: AbortSignal) {
  const locale = routing.defaultLocale
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'TranscriptMail' })
  const name = isLocale(language) ? languages[language].name : language
  // The id was made by a browser: it goes into a header only as far as it is harmless there.
  const reference = id.replace(/[^\w-]/g, '').slice(0, 64)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    subject: t('subject', { reference }),
    messageId: messageId('transcript', reference),
    text: `${t('language', { language: name })}\n\n${await transcriptOf(id)}`,
    signal,
  })
}
