import { useTranslations } from 'next-intl'
import { type SubmitEvent, useId, useState } from 'react'
import { maxCommentCharacters } from '@/lib/chatbot/schema'

type Props = { onReport: (comment?: string) => void }

/**
 * The "Not what I asked" button: one click reports the answer to the operators,
 * and an optional comment says what was meant.
 */
export function ChatFeedback({ onReport }: Props) {
  const t = useTranslations('Chat.feedback')
  const [state, setState] = useState<'new' | 'reported' | 'done'>('new')
  const id = useId()

  function report() {
    onReport()
    setState('reported')
  }

  function comment(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('comment')
    if (text) onReport(String(text))
    setState('done')
  }

  if (state === 'new') {
    return (
      <button type="button" className="quiet-button" onClick={report}>
        {t('notWhatIAsked')}
      </button>
    )
  }
  return (
    <div role="status" className="chat-feedback">
      <p className="soft">{t('thanks')}</p>
      {state === 'reported' && (
        <form className="row" onSubmit={comment}>
          <label htmlFor={id}>{t('comment')}</label>
          <input
            id={id}
            name="comment"
            maxLength={maxCommentCharacters}
            autoComplete="off"
          />
          <button type="submit" className="quiet-button">
            {t('send')}
          </button>
        </form>
      )}
    </div>
  )
}
