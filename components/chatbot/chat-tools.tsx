import { useTranslations } from 'next-intl'
import { type Message, transcript } from '@/lib/chatbot/browser/conversation'
import { ContactLink } from './contact-link'

const restartFrom = 5

type Props = {
  messages: Message[]
  /** The contact prompt stands above, with the same link. */
  prompted: boolean
  onRestart: () => void
  onLeave: () => void
}

/**
 * What can be done with the conversation, once there is one: take it along, begin another, or go on to the team. That
 * way is always there, whatever the answers were: one that misjudged a visitor must not be the end of it.
 */
export function ChatTools({ messages, prompted, onRestart, onLeave }: Props) {
  const t = useTranslations('Chat')
  if (!messages.some(({ role }) => role === 'user')) return null
  const names = { user: t('you'), assistant: t('assistant') }
  return (
    <p className="chat-tools row">
      {!prompted && <ContactLink className="quiet-button" onLeave={onLeave} />}
      {messages.length >= restartFrom && (
        <button type="button" className="quiet-button" onClick={onRestart}>
          {t('restart')}
        </button>
      )}
      <button
        type="button"
        className="quiet-button"
        onClick={() => download(transcript(messages, names), `${t('transcriptFile')}.txt`)}
      >
        {t('download')}
      </button>
    </p>
  )
}

function download(text: string, name: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
