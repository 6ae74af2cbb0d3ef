import { useLocale, useTranslations } from 'next-intl'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { ChatAnswerTools } from './chat-answer-tools'
import { ChatSources, RedirectLink } from './chat-links'
import { ChatMarkdown } from './chat-markdown'
import { ChatQuestions } from './chat-questions'
import { FilledNote } from './filled-note'
import { FormLinkContext } from './site-link'

type Props = {
  message: Message
  /** One of those that the conversation opens with. */
  opening: boolean
  newest: boolean
  /** What an answer answers. */
  question: string
  redirectHosts: string[]
  /** An answer is under way: nothing else can be sent. */
  busy: boolean
  onAsk: (text: string) => void
  onRetry?: () => void
  onLeave: () => void
}

export function ChatMessage({ message, opening, newest, question, redirectHosts, busy, ...on }: Props) {
  const t = useTranslations('Chat')
  const locale = useLocale()
  const { role, content, timestamp, isCollapsible, quickActions = [], failed, sources = [], filled } = message
  const lang = message.language === locale ? undefined : message.language
  if (isCollapsible) {
    return (
      <li className="chat-disclaimer soft">
        <details>
          <summary>{t('disclaimerTitle')}</summary>
          <p lang={lang}>{content}</p>
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
      <FormLinkContext value={{ question, onLeave: on.onLeave }}>
        {role === 'user' ? (
          <p className="chat-text" lang={lang}>
            {content}
          </p>
        ) : (
          <ChatMarkdown text={content} lang={lang} />
        )}
        <RedirectLink message={message} hosts={redirectHosts} />
        <ChatSources sources={sources} hosts={redirectHosts} lang={lang} />
      </FormLinkContext>
      {filled && <FilledNote onLeave={on.onLeave} />}
      {role === 'assistant' && !opening && (
        <ChatAnswerTools text={content} failed={failed} busy={busy} onRetry={on.onRetry} />
      )}
      {(opening || newest) && <ChatQuestions questions={quickActions} lang={lang} busy={busy} onAsk={on.onAsk} />}
    </li>
  )
}
