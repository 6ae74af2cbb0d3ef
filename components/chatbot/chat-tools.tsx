import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type Message, transcript } from '@/lib/chatbot/browser/conversation'
import { addToDraft } from '@/lib/leads/browser/message'
import { ContactLink } from './chat-links'

const restartFrom = 5

type Props = { messages: Message[]; prompted: boolean; onRestart: () => void }

export function ChatTools({ messages, prompted, onRestart }: Props) {
  const t = useTranslations('Chat')
  if (!messages.some(({ role }) => role === 'user')) return null
  const text = transcript(messages, { user: t('you'), assistant: t('assistant') })
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

export function ContactPrompt({ messages }: { messages: Message[] }) {
  const t = useTranslations('Chat')
  const [carry, setCarry] = useState(false)

  function takeAlong() {
    if (carry) addToDraft(`${t('carried')}\n\n${transcript(messages, { user: t('you'), assistant: t('assistant') })}`)
  }

  return (
    <section className="chat-contact" aria-label={t('contactPrompt')}>
      <p>{t('contactPrompt')}</p>
      <label>
        <input type="checkbox" checked={carry} onChange={(event) => setCarry(event.target.checked)} />
        {t('carry')}
      </label>
      <ContactLink className="button" onLeave={takeAlong} />
    </section>
  )
}
