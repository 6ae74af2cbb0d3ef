import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { inquiryOf, openingMessages } from '@/lib/chatbot/browser/conversation'
import { ChatMessage } from './chat-message'
import type { useConversation } from './use-conversation'

type Props = { conversation: ReturnType<typeof useConversation>; visible: boolean }

/** The messages, oldest first, with the newest in view. Not a live region: ChatWindow announces each answer once. */
export function ChatMessages({ conversation, visible }: Props) {
  const t = useTranslations('Chat')
  const { messages, sending, send, retry } = conversation
  const list = useRef<HTMLOListElement>(null)
  const newest = messages.length - 1

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the list, and so does opening the window
  useEffect(() => {
    const scroller = list.current?.parentElement
    const last = list.current?.lastElementChild
    if (!(scroller && last instanceof HTMLElement)) return
    // To the end of the newest message, but never past its beginning.
    scroller.scrollTop = Math.min(scroller.scrollHeight, last.offsetTop - scroller.offsetTop - 16)
  }, [messages.length, sending, visible])

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
            inquiry={inquiryOf(messages.slice(0, index))}
            busy={sending}
            onAsk={send}
            onRetry={retry}
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
    </section>
  )
}
