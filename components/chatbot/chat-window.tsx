'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { reportEnd } from '@/lib/chatbot/browser/api'
import type { Locale } from '@/lib/i18n/routing'
import { ChatComposer } from './chat-composer'
import { ChatMessages } from './chat-messages'
import { ChatTools } from './chat-tools'
import { ContactPrompt } from './contact-prompt'
import { type Announcement, useConversation } from './use-conversation'
import { useDialog } from './use-dialog'

// The greeting and the disclaimer are two: with more, the visitor has said something.
const maxUnreported = 2

type Props = { visible: boolean; onClose: (returnFocus: boolean) => void; locale: Locale; redirectHosts: string[] }

/** The assistant's window, loaded when it is first opened. */
export function ChatWindow({ visible, onClose, locale, redirectHosts }: Props) {
  const t = useTranslations('Chat')
  const title = useId()
  const conversation = useConversation(locale)
  const { session_id, messages, sending, showContact } = conversation
  const composer = useRef<HTMLTextAreaElement>(null)
  const dialog = useDialog(visible, composer, () => close(true))
  const reported = visible && messages.length > maxUnreported

  useEffect(() => {
    if (!reported) return
    const leave = () => reportEnd({ session_id, language: locale }, true)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [reported, session_id, locale])

  function close(returnFocus: boolean) {
    if (messages.length > maxUnreported) reportEnd({ session_id, language: locale }, false)
    onClose(returnFocus)
  }

  return (
    <dialog ref={dialog} className="chat" aria-labelledby={title}>
      <header className="chat-header">
        <div>
          <h2 id={title}>{t('title')}</h2>
          <p className="soft">{t('automated')}</p>
        </div>
        <button type="button" className="chat-icon-button" onClick={() => close(true)} aria-label={t('close')}>
          <Icon name="close" />
        </button>
      </header>
      <ChatMessages conversation={conversation} redirectHosts={redirectHosts} onLeave={() => close(false)} />
      {showContact && <ContactPrompt messages={messages} onLeave={() => close(false)} />}
      <ChatTools
        messages={messages}
        prompted={showContact}
        onRestart={conversation.restart}
        onLeave={() => close(false)}
      />
      <ChatComposer
        key={session_id}
        ref={composer}
        sending={sending}
        onSend={conversation.send}
        onStop={conversation.stop}
      />
      <Live role="status" {...conversation.announcement} />
      <Live role="alert" {...conversation.alert} />
    </dialog>
  )
}

function Live({ role, text, language, note, number }: Announcement & { role: 'status' | 'alert' }) {
  return (
    <div className="visually-hidden" role={role}>
      {text && (
        <p key={number} lang={language}>
          {text}
        </p>
      )}
      {note && <p key={`note ${number}`}>{note}</p>}
    </div>
  )
}
