import { useLocale, useTranslations } from 'next-intl'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { ChatFeedback } from './chat-feedback'
import { ChatSources, RedirectLink } from './chat-links'
import { ChatMarkdown } from './chat-markdown'

type Props = {
  message: Message
  /** The language of the message, if it is not the page's. */
  lang?: string
  /** Whether the message belongs to the greeting. */
  isOpening: boolean
  isNewest: boolean
  isBusy: boolean
  onAsk: (text: string) => void
  onRetry: () => void
  onReport: (comment?: string) => void
}

export function ChatMessage({ message, lang, ...props }: Props) {
  const t = useTranslations('Chat')
  const locale = useLocale()
  const { role, content, timestamp, failed } = message
  if (role === 'system') {
    return (
      <li className="chat-disclaimer soft">
        <details>
          <summary>{t('disclaimerTitle')}</summary>
          <p>{content}</p>
        </details>
      </li>
    )
  }
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  return (
    <li className={`chat-message chat-${role}${failed ? ' chat-failed' : ''}`}>
      <p className="chat-meta soft">
        <span>{role === 'user' ? t('you') : t('assistant')}</span>
        <time dateTime={timestamp}>{time.format(new Date(timestamp))}</time>
      </p>
      {role === 'user' ? (
        <p className="chat-text" lang={lang}>
          {content}
        </p>
      ) : (
        <ChatAnswer message={message} lang={lang} {...props} />
      )}
    </li>
  )
}

function ChatAnswer({
  message,
  lang,
  isOpening,
  isNewest,
  isBusy,
  onAsk,
  onRetry,
  onReport,
}: Props) {
  const t = useTranslations('Chat')
  const { content, failed, sources, quickActions = [] } = message
  return (
    <>
      <ChatMarkdown text={content} lang={lang} />
      <RedirectLink message={message} />
      <ChatSources sources={sources ?? []} lang={lang} />
      {failed && isNewest && (
        <button
          type="button"
          className="quiet-button"
          disabled={isBusy}
          onClick={onRetry}
        >
          {t('retry')}
        </button>
      )}
      {!isOpening && !failed && <ChatFeedback onReport={onReport} />}
      {(isOpening || isNewest) && quickActions.length > 0 && (
        <ul className="chat-starters" aria-label={t('startersLabel')}>
          {[...new Set(quickActions)].map((text) => (
            <li key={text}>
              <button
                type="button"
                lang={lang}
                disabled={isBusy}
                onClick={() => onAsk(text)}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
