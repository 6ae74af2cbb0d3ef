'use client'

import { NextIntlClientProvider, useTranslations } from 'next-intl'
import { useId, useRef } from 'react'
import { reportEnd } from '@/lib/chatbot/browser/api'
import { cardView } from '@/lib/chatbot/browser/card'
import {
  type Message,
  openingMessages,
} from '@/lib/chatbot/browser/conversation'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { markdownToText } from '@/lib/plain-text'
import type { CardProps } from './card-form'
import { ChatComposer } from './chat-composer'
import { ChatHeader } from './chat-header'
import { WindowContext } from './chat-links'
import { ChatMessages } from './chat-messages'
import { useConversation } from './use-conversation'
import { type Close, useDialog } from './use-dialog'

type Props = {
  isVisible: boolean
  onClose: Close
  locale: Locale
  hosts: string[]
  card: CardProps
  provider: string
}

export type WindowMessages = Omit<Messages['Chat'], 'answers'>

export function LocalizedWindow({
  messages,
  ...props
}: Props & { messages: WindowMessages }) {
  return (
    <NextIntlClientProvider
      locale={props.locale}
      messages={{ Chat: messages }}
      timeZone="UTC"
    >
      <ChatWindow {...props} />
    </NextIntlClientProvider>
  )
}

function ChatWindow({
  isVisible,
  onClose,
  locale,
  hosts,
  card,
  provider,
}: Props) {
  const t = useTranslations('Chat')
  const title = useId()
  const conversation = useConversation(locale, provider)
  const { session_id, messages, isSending, announced } = conversation
  const composer = useRef<HTMLTextAreaElement>(null)
  const dialog = useDialog(isVisible, composer, close)
  const view = cardView(conversation.card, messages)

  function restart() {
    conversation.restart()
    // The clicked button disappears with the old messages.
    requestAnimationFrame(() => composer.current?.focus())
  }

  function close(options?: Parameters<Close>[0]) {
    if (messages.length > openingMessages)
      reportEnd({ session_id, language: locale })
    onClose(options)
  }

  return (
    <dialog ref={dialog} className="chat" aria-labelledby={title}>
      <ChatHeader close={t('close')} onClose={() => close()}>
        <div>
          <h2 id={title}>{t('title')}</h2>
          <p className="soft">{t('automated')}</p>
        </div>
        {['offer', 'none'].includes(view) && (
          <button
            type="button"
            className="quiet-button"
            onClick={conversation.openCard}
          >
            {t('card.talk')}
          </button>
        )}
      </ChatHeader>
      <WindowContext
        value={{ hosts, onLeave: () => close({ returnsFocus: false }) }}
      >
        <ChatMessages
          conversation={conversation}
          isVisible={isVisible}
          onRestart={restart}
          {...card}
        />
      </WindowContext>
      <ChatComposer
        key={session_id}
        ref={composer}
        isSending={isSending}
        onSend={conversation.send}
      />
      <LiveRegion
        role="status"
        message={announced?.failed ? undefined : announced}
      />
      <LiveRegion
        role="alert"
        message={announced?.failed ? announced : undefined}
      />
    </dialog>
  )
}

function LiveRegion({
  role,
  message,
}: {
  role: 'status' | 'alert'
  message?: Message
}) {
  return (
    <div className="visually-hidden" role={role}>
      {message && (
        <p key={message.timestamp} lang={message.language}>
          {markdownToText(message.content)}
        </p>
      )}
    </div>
  )
}
