import { type ReactNode, useId, useRef } from 'react'
import { ErrorBoundary } from '@/components/ui/error-boundary'
import { writeSession } from '@/lib/browser/session'
import { conversationEntry } from '@/lib/chatbot/session-id'
import { ChatHeader } from './chat-header'
import type { WindowMessages } from './chat-window'
import { useDialog } from './use-dialog'

type Shown = {
  messages: WindowMessages
  visible: boolean
  onClose: (returnFocus: boolean) => void
}

/**
 * Contains a failure of the assistant. A retry starts a new conversation,
 * because the current one caused the failure.
 */
export function ChatBoundary({
  children,
  ...shown
}: Shown & { children: ReactNode }) {
  function notice(reset: () => void) {
    function retry() {
      writeSession(conversationEntry, undefined)
      reset()
    }
    return <ChatError {...shown} failures={1} onRetry={retry} />
  }
  return <ErrorBoundary notice={notice}>{children}</ErrorBoundary>
}

type ErrorProps = Shown & { failures: number; onRetry: () => void }

/**
 * Replaces the assistant when it fails or cannot be loaded. `failures` is a
 * counter, so that every failure is announced.
 */
export function ChatError({
  messages,
  visible,
  failures,
  onRetry,
  onClose,
}: ErrorProps) {
  const title = useId()
  const retry = useRef<HTMLButtonElement>(null)
  const dialog = useDialog(visible, retry, () => onClose(true))
  return (
    <dialog ref={dialog} className="chat chat-error" aria-labelledby={title}>
      <ChatHeader close={messages.close} onClose={() => onClose(true)}>
        <h2 id={title}>{messages.title}</h2>
      </ChatHeader>
      <div role="alert">
        {visible && <p key={failures}>{messages.loadFailed}</p>}
      </div>
      <p>
        <button ref={retry} type="button" className="button" onClick={onRetry}>
          {messages.retry}
        </button>
      </p>
    </dialog>
  )
}
