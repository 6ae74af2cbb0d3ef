import { useTranslations } from 'next-intl'
import { cardView } from '@/lib/chatbot/browser/card'
import { promptsContact } from '@/lib/chatbot/browser/conversation'
import { ContactLink } from './chat-links'
import type { ConversationState } from './use-conversation'

const restartFrom = 5

type Props = { conversation: ConversationState; onRestart: () => void }

export function ChatTools({
  conversation: { messages, isSending },
  onRestart,
}: Props) {
  const t = useTranslations('Chat')
  if (!messages.some(({ role }) => role === 'user')) return null
  return (
    <p className="chat-tools row">
      {!promptsContact(messages) && <ContactLink className="quiet-button" />}
      {messages.length >= restartFrom && (
        <button
          type="button"
          className="quiet-button"
          disabled={isSending}
          onClick={onRestart}
        >
          {t('restart')}
        </button>
      )}
    </p>
  )
}

/**
 * Offers a link to the contact page and a button that opens the card in the
 * conversation.
 */
export function ContactPrompt({
  conversation,
}: {
  conversation: ConversationState
}) {
  const t = useTranslations('Chat')
  const { card, messages, openCard } = conversation
  if (!promptsContact(messages)) return null
  const hasCard = ['form', 'receipt'].includes(cardView(card, messages))
  return (
    <section className="chat-contact" aria-label={t('contactPrompt')}>
      <p>{t('contactPrompt')}</p>
      <p className="row">
        <ContactLink className="button" />
        {!hasCard && (
          <button type="button" className="quiet-button" onClick={openCard}>
            {t('card.open')}
          </button>
        )}
      </p>
    </section>
  )
}
