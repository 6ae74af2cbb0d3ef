import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { reportAnswer } from '@/lib/chatbot/browser/api'
import {
  type Message,
  openingMessages,
} from '@/lib/chatbot/browser/conversation'
import { ChatMessage } from './chat-message'
import { ChatTools, ContactPrompt } from './chat-tools'
import { type CardProps, ContactCard } from './contact-card'
import type { ConversationState } from './use-conversation'

type Props = CardProps & {
  conversation: ConversationState
  visible: boolean
  onRestart: () => void
}

/**
 * The messages, oldest first, with the newest in view. Not a live region:
 * ChatWindow announces each answer once.
 */
export function ChatMessages({
  conversation,
  visible,
  onRestart,
  ...card
}: Props) {
  const t = useTranslations('Chat')
  const { messages, sending, send, retry, session_id, language, showContact } =
    conversation
  const list = useRef<HTMLOListElement>(null)
  const newest = messages.length - 1

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the list, and so does opening the window
  useEffect(() => {
    const scroller = list.current?.parentElement
    const last = list.current?.lastElementChild
    if (!(scroller && last instanceof HTMLElement)) return
    // Scrolls to the end of the newest message, but never past its start.
    scroller.scrollTop = Math.min(
      scroller.scrollHeight,
      last.offsetTop - scroller.offsetTop - 16,
    )
  }, [messages.length, sending, visible])

  function report({ timestamp }: Message, index: number, comment?: string) {
    const asked = messages
      .slice(0, index)
      .findLast(({ role }) => role === 'user')
    if (asked)
      reportAnswer({ session_id, language, message: asked.content, comment })
    conversation.markReported(timestamp)
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chat-messages" aria-label={t('messages')} tabIndex={0}>
      <ol ref={list}>
        {messages.map((message, index) => (
          <ChatMessage
            key={message.role + message.timestamp}
            message={message}
            opening={index < openingMessages}
            newest={index === newest}
            busy={sending}
            onAsk={send}
            onRetry={retry}
            onReport={(comment) => report(message, index, comment)}
          />
        ))}
        {sending && (
          <li className="chat-message chat-typing">
            <span className="visually-hidden">{t('typing')}</span>
            <span aria-hidden="true" className="chat-dots">
              <i />
              <i />
              <i />
            </span>
          </li>
        )}
      </ol>
      <ContactCard conversation={conversation} {...card} />
      {showContact && <ContactPrompt conversation={conversation} />}
      <ChatTools
        messages={messages}
        prompted={showContact}
        onRestart={onRestart}
      />
    </section>
  )
}
