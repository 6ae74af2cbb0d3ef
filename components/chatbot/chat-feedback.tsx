import { useTranslations } from 'next-intl'
import { type SubmitEvent, useId, useState } from 'react'

type Props = { reported?: boolean; onReport: (comment?: string) => void }

const maxCommentCharacters = 300

/**
 * The "Not what I asked" button: one click reports the answer to the operators,
 * and an optional comment says what was meant.
 */
export function ChatFeedback({ reported = false, onReport }: Props) {
  const t = useTranslations('Chat.feedback')
  const [isDone, setIsDone] = useState(reported)
  const id = useId()

  function comment(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(
      new FormData(event.currentTarget).get('comment') ?? '',
    ).trim()
    if (text !== '') onReport(text)
    setIsDone(true)
  }

  if (!reported) {
    return (
      <button type="button" className="quiet-button" onClick={() => onReport()}>
        {t('notWhatIAsked')}
      </button>
    )
  }
  return (
    <div role="status" className="chat-feedback">
      <p className="soft">{t('thanks')}</p>
      {!isDone && (
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
