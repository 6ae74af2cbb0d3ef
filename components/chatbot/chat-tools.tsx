import { useTranslations } from 'next-intl'
import { cardView } from '@/lib/chatbot/browser/card'
import { type Message, transcript } from '@/lib/chatbot/browser/conversation'
import { ContactLink } from './chat-links'
import type { ConversationState } from './use-conversation'

const restartFrom = 5

type Props = { messages: Message[]; prompted: boolean; onRestart: () => void }

export function ChatTools({ messages, prompted, onRestart }: Props) {
  const t = useTranslations('Chat')
  if (!messages.some(({ role }) => role === 'user')) return null
  const text = transcript(messages, {
    user: t('you'),
    assistant: t('assistant'),
  })
  return (
    <p className="chat-tools row">
      {!prompted && <ContactLink className="quiet-button" />}
      {messages.length >= restartFrom && (
        <button type="button" className="quiet-button" onClick={onRestart}>
          {t('restart')}
        </button>
      )}
      <a
        className="quiet-button"
        download={`${t('transcriptFile')}.txt`}
        href={`data:text/plain,${encodeURIComponent(text.toWellFormed())}`}
      >
        {t('download')}
      </a>
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
