import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type Message, transcript } from '@/lib/chatbot/browser/conversation'
import { addToDraft } from '@/lib/leads/browser/draft'
import { ContactLink } from './contact-link'

/** The way from the assistant to the team: the contact form, with the conversation in it if the visitor wants that. */
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
