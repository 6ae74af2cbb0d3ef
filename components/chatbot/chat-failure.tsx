import { useId, useRef } from 'react'
import { ChatHeader } from './chat-header'
import type { WindowMessages } from './chat-window'
import { type Close, useDialog } from './use-dialog'

type Props = {
  messages: WindowMessages
  isVisible: boolean
  /** Counts the failures, so that each is announced. */
  failures: number
  onRetry: () => void
  onClose: Close
}

/** Replaces the assistant when it fails or cannot be loaded. */
export function ChatFailure({
  messages,
  isVisible,
  failures,
  onRetry,
  onClose,
}: Props) {
  const title = useId()
  const retry = useRef<HTMLButtonElement>(null)
  const dialog = useDialog(isVisible, retry, () => onClose())
  return (
    <dialog ref={dialog} className="chat chat-error" aria-labelledby={title}>
      <ChatHeader close={messages.close} onClose={() => onClose()}>
        <h2 id={title}>{messages.title}</h2>
      </ChatHeader>
      <div role="alert">
        {isVisible && <p key={failures}>{messages.loadFailed}</p>}
      </div>
      <p>
        <button ref={retry} type="button" className="button" onClick={onRetry}>
          {messages.retry}
        </button>
      </p>
    </dialog>
  )
}
