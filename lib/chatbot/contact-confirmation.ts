import type { createTranslator, Messages } from 'next-intl'
import type { ContactRequest } from './contact-request'
import type { SalesIntent } from './sales-intent'
import type { SenderDetails } from './schema'
import { isReachable } from './sender-details'

type Translate = ReturnType<typeof createTranslator<Messages, 'Chat.answers'>>

/**
 * What a visitor is told of a recorded wish to be contacted: what was understood, and what is missing; '' where there is
 * nothing to tell. `details` are all that is known, the newest size included.
 */
export function contactConfirmation(
  outcome: ContactRequest | 'failed',
  details: SenderDetails,
  t: Translate,
  asked: SalesIntent = { contact: false, quote: false },
): string {
  if (outcome === 'failed' || outcome === 'refused') return t('contactFailed')
  if (outcome === 'updated' && !(asked.contact || asked.quote)) return ''
  const { name, company, phone, email, size } = details
  const noted = [name, company, phone, email, !asked.quote && size].filter(Boolean)
  return [
    asked.quote ? t(outcome === 'created' ? 'quoteRecorded' : 'quoteAdded', { size: size || 'none' }) : undefined,
    asked.quote ? undefined : t(outcome === 'created' ? 'contactRecorded' : 'contactAdded'),
    noted.length > 0 && t('contactNoted', { details: noted.join(', ') }),
    !isReachable(details) && t('contactMissing'),
  ]
    .filter(Boolean)
    .join(' ')
}
