import { createTranslator, type Messages } from 'next-intl'
import type { Locale } from '@/lib/i18n/routing'
import type { ContactRequest } from './contact-request'
import { linkTags } from './engine/link-tags'
import type { SalesIntent } from './sales-intent'
import type { SenderDetails } from './schema'
import { isReachable } from './sender-details'

type Catalog = { locale: Locale; messages: Messages }

/**
 * What a visitor is told of a recorded wish to be contacted: what was understood, and what is missing, with a link to the
 * form; '' if there is nothing to tell. `details` are all that is known, the newest size included.
 */
export function contactConfirmation(
  outcome: ContactRequest | 'failed',
  details: SenderDetails,
  { locale, messages }: Catalog,
  asked: SalesIntent = { contact: false, quote: false },
): string {
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const link = linkTags(locale).contact(messages.Contact.title)
  if (outcome === 'failed' || outcome === 'refused') return `${t('contactFailed')}\n\n${link}`
  if (outcome === 'updated' && !(asked.contact || asked.quote)) return ''
  const { phone, email, size } = details
  const noted = [phone, email, !asked.quote && size].filter(Boolean)
  const sentences = [
    asked.quote ? t(outcome === 'created' ? 'quoteRecorded' : 'quoteAdded', { size: size || 'none' }) : undefined,
    asked.quote ? undefined : t(outcome === 'created' ? 'contactRecorded' : 'contactAdded'),
    noted.length > 0 && t('contactNoted', { details: noted.join(', ') }),
    !isReachable(details) && `${t('contactMissing')}\n\n${link}`,
  ]
  return sentences.filter(Boolean).join(' ')
}
