import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { cardView } from '@/lib/chatbot/browser/card'
import { referenceOf } from '@/lib/leads/contact-fields'
import { CardForm, type CardProps } from './card-form'
import type { ConversationState } from './use-conversation'

type Props = CardProps & { conversation: ConversationState }

/**
 * Asks for the visitor's contact details: first an offer in one line, then a
 * small form, then its receipt.
 */
export function ContactCard(props: Props) {
  const { card, messages, openCard } = props.conversation
  const t = useTranslations('Chat.card')
  const view = cardView(card, messages)
  if (view === 'form') return <CardForm {...props} />
  if (view === 'receipt') return <Receipt {...props} />
  if (view !== 'offer') return null
  return (
    <p className="chat-card-line row">
      {t('offer')}
      <button type="button" className="quiet-button" onClick={openCard}>
        {t('open')}
      </button>
    </p>
  )
}

function Receipt({ conversation: { card, openCard } }: Props) {
  const t = useTranslations('Chat.card')
  const clock = new Intl.DateTimeFormat(useLocale(), { timeStyle: 'short' })
  const line = useRef<HTMLParagraphElement>(null)
  const { id = '', sentAt = '' } = card.receipt ?? {}
  const time = clock.format(new Date(sentAt))

  // Takes the focus, because the button that had it disappeared with the form.
  // Screen readers then read the line once.
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus()
  }, [])

  return (
    <p className="chat-card-line row" ref={line} tabIndex={-1}>
      {t('sent', { time, reference: referenceOf(id) })}
      <button type="button" className="quiet-button" onClick={openCard}>
        {t('change')}
      </button>
    </p>
  )
}
