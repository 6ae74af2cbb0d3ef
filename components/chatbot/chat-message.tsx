import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { type Message, plainText } from '@/lib/chatbot/browser/conversation'
import { ChatSources, ContactLink, FormLinkContext, RedirectLink } from './chat-links'
import { ChatMarkdown } from './chat-markdown'

const copiedMs = 2000

type Props = {
  message: Message
  /** One of those that the conversation opens with. */
  opening: boolean
  newest: boolean
  inquiry: string
  redirectHosts: string[]
  busy: boolean
  onAsk: (text: string) => void
  onRetry?: () => void
  onLeave: () => void
}

export function ChatMessage({ message, opening, newest, inquiry, redirectHosts, busy, ...on }: Props) {
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
      <FormLinkContext value={{ inquiry, onLeave: on.onLeave }}>
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
      {(opening || newest) && <ChatQuestions inquirys={quickActions} lang={lang} busy={busy} onAsk={on.onAsk} />}
    </li>
  )
}

function FilledNote({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('Chat')
  return (
    <p className="chat-filled soft">
      {t.rich('filled', { contact: (chunks) => <ContactLink onLeave={onLeave}>{chunks}</ContactLink> })}
    </p>
  )
}

type ToolsProps = { text: string; failed?: boolean; busy: boolean; onRetry?: () => void }

function ChatAnswerTools({ text, failed, busy, onRetry }: ToolsProps) {
  const t = useTranslations('Chat')
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(plainText(text))
    } catch {
      return // the visitor did not allow it
    }
    setCopied(true)
    setTimeout(() => setCopied(false), copiedMs)
  }

  if (failed) {
    return onRetry ? (
      <button type="button" className="quiet-button" disabled={busy} onClick={onRetry}>
        {t('retry')}
      </button>
    ) : null
  }
  // Only secure addresses have a clipboard.
  if (!navigator.clipboard) return null
  return (
    <button type="button" className="quiet-button chat-copy" onClick={copy}>
      {copied ? t('copied') : t('copy')}
    </button>
  )
}

type QuestionsProps = { inquirys: string[]; lang?: string; busy: boolean; onAsk: (text: string) => void }

function ChatQuestions({ inquirys, lang, busy, onAsk }: QuestionsProps) {
  const t = useTranslations('Chat')
  if (inquirys.length === 0) return null
  return (
    <ul className="chat-starters" aria-label={t('startersLabel')}>
      {[...new Set(inquirys)].map((text) => (
        <li key={text}>
          <button type="button" lang={lang} disabled={busy} onClick={() => onAsk(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
