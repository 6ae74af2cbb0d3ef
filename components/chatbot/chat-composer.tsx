import { useTranslations } from 'next-intl'
import {
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from '@/components/ui/icon'
import { maxMessageCharacters } from '@/lib/chatbot/schema'

// The length from which characters are counted, before the maximum. A longer
// text is not cut off, because a pasted letter would lose its end.
const countFrom = maxMessageCharacters - 200

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  isSending: boolean
  onSend: (text: string) => boolean
}

export function ChatComposer({ ref, isSending, onSend }: Props) {
  const t = useTranslations('Chat')
  const [text, setText] = useState('')
  const wasSending = useRef(false)
  const id = useId()
  // Counts characters as the server does, which differs for emoji.
  const count = [...text].length
  const isCounted = count >= countFrom
  const isTooLong = count > maxMessageCharacters

  // Returns the focus after an answer, because the field was disabled and the
  // chosen suggestion is gone.
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, :disabled')
    if (!isSending && wasSending.current && isLost) ref.current?.focus()
    wasSending.current = isSending
  }, [isSending, ref])

  function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (!isTooLong && onSend(text)) setText('')
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that confirms an IME composition (Japanese, Chinese, …) must not
    // send.
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      event.keyCode === 229
    )
      return
    event.preventDefault()
    submit()
  }

  return (
    <form className="chat-composer" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {t('composer')}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={1}
        value={text}
        placeholder={t('placeholder')}
        disabled={isSending}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isCounted ? `${id}-count` : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="submit"
        className="chat-icon-button"
        disabled={isSending || isTooLong || text.trim() === ''}
        aria-label={t('send')}
      >
        <Icon name="send" />
      </button>
      {isCounted && (
        <p className="soft" id={`${id}-count`}>
          {t('characters', { count, max: maxMessageCharacters })}
        </p>
      )}
      {isTooLong && (
        <p className="field-error" role="alert" ref={scrollTo}>
          {t('tooLong', { max: maxMessageCharacters })}
        </p>
      )}
    </form>
  )
}

/**
 * Scrolls to the error below the field, which would be out of view at 400%
 * zoom.
 */
function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
