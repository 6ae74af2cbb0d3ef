import { useLocale, useTranslations } from 'next-intl'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { ChatAnswerTools } from './chat-answer-tools'
import { ChatSources, RedirectLink } from './chat-links'
import { ChatMarkdown } from './chat-markdown'

type Props = {
  message: Message
  redirectHosts: string[]
  /** An answer is under way: nothing else can be sent. */
  busy: boolean
  onStarter: (text: string) => void
  onRetry?: () => void
}

export function ChatMessage({ message, redirectHosts, busy, onStarter, onRetry }: Props) {
  const t = useTranslations('Chat')
  const locale = useLocale()
  const { role, content, timestamp, isCollapsible, quickActions, failed, sources = [] } = message
  if (isCollapsible) {
    return (
      <li className="chat-disclaimer soft">
        <details>
          <summary>{t('disclaimerTitle')}</summary>
          <p>{content}</p>
        </details>
      </li>
    )
  }
  return (
    <li className={`chat-message chat-${role}${failed ? ' chat-failed' : ''}`}>
      <p className="chat-meta soft">
        <span>{role === 'user' ? t('you') : t('assistant')}</span>
        <time dateTime={timestamp}>
          {new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(timestamp))}
        </time>
      </p>
      {role === 'user' ? <p className="chat-text">{content}</p> : <ChatMarkdown text={content} />}
      <RedirectLink message={message} hosts={redirectHosts} />
      <ChatSources sources={sources} hosts={redirectHosts} />
      {quickActions && <Starters texts={quickActions} busy={busy} onStarter={onStarter} />}
      {role === 'assistant' && !quickActions && (
        <ChatAnswerTools text={content} failed={failed} busy={busy} onRetry={onRetry} />
      )}
    </li>
  )
}

type StartersProps = { texts: string[]; busy: boolean; onStarter: (text: string) => void }

function Starters({ texts, busy, onStarter }: StartersProps) {
  const t = useTranslations('Chat')
  return (
    <ul className="chat-starters" aria-label={t('startersLabel')}>
      {texts.map((text) => (
        <li key={text}>
          <button type="button" disabled={busy} onClick={() => onStarter(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
