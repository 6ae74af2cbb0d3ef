import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { plainText } from '@/lib/chatbot/browser/conversation'

const copiedMs = 2000

type Props = { text: string; failed?: boolean; busy: boolean; onRetry?: () => void }

/** What can be done with an answer: copy it, or, when none came, try again. */
export function ChatAnswerTools({ text, failed, busy, onRetry }: Props) {
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
