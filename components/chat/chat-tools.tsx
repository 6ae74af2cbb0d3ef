import { useTranslations } from 'next-intl'
import { type Message, transcript } from '@/lib/chatbot/conversation'

const restartFrom = 5

/** What can be done with the conversation, once there is one: take it along, or begin another. */
export function ChatTools({ messages, onRestart }: { messages: Message[]; onRestart: () => void }) {
  const t = useTranslations('Chat')
  if (!messages.some(({ role }) => role === 'user')) return null
  const names = { user: t('you'), assistant: t('assistant') }
  return (
    <p className="chat-tools">
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
