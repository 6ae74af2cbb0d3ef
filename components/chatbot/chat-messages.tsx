import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { reportAnswer } from '@/lib/chatbot/browser/api'
import { openingMessages } from '@/lib/chatbot/browser/conversation'
import type { CardProps } from './card-form'
import { ChatMessage } from './chat-message'
import { ChatTools, ContactPrompt } from './chat-tools'
import { ContactCard } from './contact-card'
import type { ConversationState } from './use-conversation'

type Props = CardProps & {
  conversation: ConversationState
  isVisible: boolean
  onRestart: () => void
}

/**
 * The messages, oldest first, with the newest in view. Not a live region, because
 * ChatWindow announces each answer.
 */
export function ChatMessages({
  conversation,
  isVisible,
  onRestart,
  ...card
}: Props) {
  const t = useTranslations('Chat')
  const { messages, isSending, send, retry, session_id, language } =
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
  }, [messages.length, isSending, isVisible])

  function report(index: number, comment?: string) {
    // The server has already counted a question that it could not answer.
    if (messages[index]?.unanswered && comment === undefined) return
    const message = messages[index - 1]?.content ?? ''
    reportAnswer({ session_id, language, message, comment })
  }

  function langAt(index: number) {
    const { role } = messages[index] ?? {}
    // Marks a question with the language of its answer.
    const lang = messages[role === 'user' ? index + 1 : index]?.language
    return lang === language ? undefined : lang
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chat-messages" aria-label={t('messages')} tabIndex={0}>
      <ol ref={list}>
        {messages.map((message, index) => (
          <ChatMessage
            key={message.role + message.timestamp}
            message={message}
            lang={langAt(index)}
            isOpening={index < openingMessages}
            isNewest={index === newest}
            isBusy={isSending}
            onAsk={send}
            onRetry={retry}
            onReport={(comment) => report(index, comment)}
          />
        ))}
        {isSending && (
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
      <ContactPrompt conversation={conversation} />
      <ChatTools conversation={conversation} onRestart={onRestart} />
    </section>
  )
}
