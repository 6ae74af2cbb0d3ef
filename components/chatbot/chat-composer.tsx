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

// Shows the length of a long text, because the browser cuts it off at the
// maximum.
const countFrom = maxMessageCharacters - 200

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  sending: boolean
  onSend: (text: string) => boolean
}

export function ChatComposer({ ref, sending, onSend }: Props) {
  const t = useTranslations('Chat')
  const [text, setText] = useState('')
  const wasSending = useRef(false)
  const id = useId()
  const isCounted = text.length >= countFrom

  // Returns the focus after an answer, because the field was disabled and the
  // chosen suggestion is gone.
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, :disabled')
    if (!sending && wasSending.current && isLost) ref.current?.focus()
    wasSending.current = sending
  }, [sending, ref])

  function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (onSend(text)) setText('')
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
        maxLength={maxMessageCharacters}
        disabled={sending}
        aria-describedby={isCounted ? `${id}-count` : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="submit"
        className="chat-icon-button"
        disabled={sending || text.trim() === ''}
        aria-label={t('send')}
      >
        <Icon name="send" />
      </button>
      {isCounted && (
        <p className="chat-count soft" id={`${id}-count`}>
          {t('characters', { count: text.length, max: maxMessageCharacters })}
        </p>
      )}
    </form>
  )
}
