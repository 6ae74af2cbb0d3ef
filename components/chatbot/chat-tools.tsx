import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type Message, transcript } from '@/lib/chatbot/browser/conversation'
import { addToDraft } from '@/lib/leads/browser/message'
import { ContactLink } from './chat-links'

const restartFrom = 5

type Props = {
  messages: Message[]
  prompted: boolean
  onRestart: () => void
  onLeave: () => void
}

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

export function ContactPrompt({ messages, onLeave }: { messages: Message[]; onLeave: () => void }) {
  const t = useTranslations('Chat')
  const [carry, setCarry] = useState(false)

  function leave() {
    if (carry) addToDraft(`${t('carried')}\n\n${transcript(messages, { user: t('you'), assistant: t('assistant') })}`)
    onLeave()
  }

  return (
    <section className="chat-contact" aria-label={t('contactPrompt')}>
      <p>{t('contactPrompt')}</p>
      <label>
        <input type="checkbox" checked={carry} onChange={(event) => setCarry(event.target.checked)} />
        {t('carry')}
      </label>
      <ContactLink className="button" onLeave={leave} />
    </section>
  )
}
