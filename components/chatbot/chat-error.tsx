import { useId, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import type { WindowMessages } from './localized-window'
import { useDialog } from './use-dialog'

type Props = {
  messages: WindowMessages
  visible: boolean
  /** Counts the failures: each is announced. */
  failures: number
  onRetry: () => void
  onClose: (returnFocus: boolean) => void
}

/** Stands in the assistant's place when it could not be loaded or failed; the page below it stays as it is. */
export function ChatError({ messages, visible, failures, onRetry, onClose }: Props) {
  const title = useId()
  const retry = useRef<HTMLButtonElement>(null)
  const dialog = useDialog(visible, retry, () => onClose(true))
  return (
    <dialog ref={dialog} className="chat chat-error" aria-labelledby={title}>
      <header className="chat-header">
        <h2 id={title}>{messages.title}</h2>
        <button type="button" className="chat-icon-button" onClick={() => onClose(true)} aria-label={messages.close}>
          <Icon name="close" />
        </button>
      </header>
      <div role="alert">{visible && <p key={failures}>{messages.loadFailed}</p>}</div>
      <p>
        <button ref={retry} type="button" className="button" onClick={onRetry}>
          {messages.retry}
        </button>
      </p>
    </dialog>
  )
}
