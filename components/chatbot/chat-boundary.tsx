import type { ReactNode } from 'react'
import { ErrorBoundary } from '@/components/ui/error-boundary'
import { forgetConversation } from '@/lib/chatbot/browser/conversation'
import { ChatError } from './chat-error'
import type { WindowMessages } from './localized-window'

type Props = {
  messages: WindowMessages
  visible: boolean
  onClose: (returnFocus: boolean) => void
  children: ReactNode
}

/** Keeps a failure of the assistant to the assistant. Another attempt begins a new conversation: this one led here. */
export function ChatBoundary({ children, ...shown }: Props) {
  function notice(reset: () => void) {
    function retry() {
      forgetConversation()
      reset()
    }
    return <ChatError {...shown} failures={1} onRetry={retry} />
  }
  return <ErrorBoundary notice={notice}>{children}</ErrorBoundary>
}
