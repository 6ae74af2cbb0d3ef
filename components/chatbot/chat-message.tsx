import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Message } from '@/lib/chatbot/browser/conversation'
import { plainText } from '@/lib/plain-text'
import { ChatFeedback } from './chat-feedback'
import { ChatSources, RedirectLink } from './chat-links'
import { ChatMarkdown } from './chat-markdown'

const copiedMs = 2000

type Props = {
  message: Message
  /** Whether it is part of the greeting. */
  opening: boolean
  newest: boolean
  busy: boolean
  onAsk: (text: string) => void
  onRetry: () => void
  onReport: (comment?: string) => void
}

export function ChatMessage({
  message,
  opening,
  newest,
  busy,
  onAsk,
  onRetry,
  onReport,
}: Props) {
  const t = useTranslations('Chat')
  const locale = useLocale()
  const {
    role,
    content,
    timestamp,
    isCollapsible,
    quickActions = [],
    failed,
    sources = [],
    reported,
  } = message
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
          {new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(
            new Date(timestamp),
          )}
        </time>
      </p>
      {role === 'user' ? (
        <p className="chat-text" lang={lang}>
          {content}
        </p>
      ) : (
        <>
          <ChatMarkdown text={content} lang={lang} />
          <RedirectLink message={message} />
          <ChatSources sources={sources} lang={lang} />
        </>
      )}
      {failed && newest && (
        <button
          type="button"
          className="quiet-button"
          disabled={busy}
          onClick={onRetry}
        >
          {t('retry')}
        </button>
      )}
      {role === 'assistant' && !opening && !failed && (
        <div className="chat-tools row">
          <CopyButton text={plainText(content)} />
          <ChatFeedback reported={reported} onReport={onReport} />
        </div>
      )}
      {(opening || newest) && (
        <ChatQuestions
          questions={quickActions}
          lang={lang}
          busy={busy}
          onAsk={onAsk}
        />
      )}
    </li>
  )
}

function CopyButton({ text }: { text: string }) {
  const t = useTranslations('Chat')
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return // the visitor did not allow it
    }
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }

  // The clipboard exists only in secure contexts.
  if (!navigator.clipboard) return null
  return (
    <button type="button" className="quiet-button" onClick={copy}>
      {copied ? t('copied') : t('copy')}
    </button>
  )
}

type QuestionsProps = { questions: string[]; lang?: string } & Pick<
  Props,
  'busy' | 'onAsk'
>

function ChatQuestions({ questions, lang, busy, onAsk }: QuestionsProps) {
  const t = useTranslations('Chat')
  if (questions.length === 0) return null
  return (
    <ul className="chat-starters" aria-label={t('startersLabel')}>
      {[...new Set(questions)].map((text) => (
        <li key={text}>
          <button
            type="button"
            lang={lang}
            disabled={busy}
            onClick={() => onAsk(text)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
