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

// From this length on, the visitor sees how many characters are left.
const countFrom = maxMessageCharacters - 200

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>
  sending: boolean
  onSend: (text: string) => boolean
  onStop: () => void
}

export function ChatComposer({ ref, sending, onSend, onStop }: Props) {
  const t = useTranslations('Chat')
  const [text, setText] = useState('')
  const stop = useRef<HTMLButtonElement>(null)
  const wasSending = useRef(false)
  const id = useId()

  // Moves the focus to the stop button while an answer is pending, because the
  // field is disabled and the chosen suggestion is gone.
  useEffect(() => {
    const { activeElement } = document
    const idle =
      !activeElement ||
      activeElement === document.body ||
      activeElement.matches(':disabled')
    if (sending && idle) stop.current?.focus()
    if (!sending && wasSending.current && idle) ref.current?.focus()
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
        aria-describedby={text.length >= countFrom ? `${id}-count` : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {sending && (
        <button
          ref={stop}
          type="button"
          className="chat-icon-button"
          onClick={onStop}
          aria-label={t('stop')}
        >
          <Icon name="stop" strokeWidth={10} />
        </button>
      )}
      <button
        type="submit"
        className="chat-icon-button"
        disabled={sending || text.trim() === ''}
        aria-label={t('send')}
      >
        <Icon name="send" />
      </button>
      {text.length >= countFrom && (
        <p className="chat-count soft" id={`${id}-count`}>
          {t('characters', { count: text.length, max: maxMessageCharacters })}
        </p>
      )}
    </form>
  )
}
