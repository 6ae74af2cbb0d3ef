'use client'

import { NextIntlClientProvider, useTranslations } from 'next-intl'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { reportEnd } from '@/lib/chatbot/browser/api'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { ChatComposer } from './chat-composer'
import { ChatMessages } from './chat-messages'
import { ChatTools, ContactPrompt } from './chat-tools'
import { type Announcement, useConversation } from './use-conversation'
import { useDialog, useUncovered } from './use-dialog'

// The greeting and the disclaimer.
const maxUnreported = 2

type Props = { visible: boolean; onClose: (returnFocus: boolean) => void; locale: Locale; redirectHosts: string[] }

export type WindowMessages = Omit<Messages['Chat'], 'answers'>

export function LocalizedWindow({ messages, ...props }: Props & { messages: WindowMessages }) {
  return (
    <NextIntlClientProvider locale={props.locale} messages={{ Chat: messages }} timeZone="UTC">
      <ChatWindow {...props} />
    </NextIntlClientProvider>
  )
}

function ChatWindow({ visible, onClose, locale, redirectHosts }: Props) {
  const t = useTranslations('Chat')
  const title = useId()
  const conversation = useConversation(locale)
  const { session_id, messages, sending, showContact } = conversation
  const composer = useRef<HTMLTextAreaElement>(null)
  const dialog = useDialog(visible, composer, close)
  const reported = visible && messages.length > maxUnreported

  useEffect(() => {
    if (!reported) return
    const leave = () => reportEnd({ session_id, language: locale }, true)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [reported, session_id, locale])

  useUncovered(dialog, visible)

  function restart() {
    conversation.restart()
    // The button that was clicked is gone with the old messages.
    requestAnimationFrame(() => composer.current?.focus())
  }

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
      <ChatMessages
        conversation={conversation}
        visible={visible}
        redirectHosts={redirectHosts}
        onLeave={() => close(false)}
      />
      {showContact && <ContactPrompt messages={messages} onLeave={() => close(false)} />}
      <ChatTools messages={messages} prompted={showContact} onRestart={restart} onLeave={() => close(false)} />
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
