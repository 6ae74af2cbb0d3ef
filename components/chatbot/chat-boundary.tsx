import { catchError, type ErrorInfo } from 'next/error'
import { forgetConversation } from '@/lib/chatbot/browser/conversation'
import { ChatError } from './chat-error'
import type { WindowMessages } from './localized-window'

type Props = { messages: WindowMessages; visible: boolean; onClose: (returnFocus: boolean) => void }

/** Keeps a failure of the assistant to the assistant. Another attempt begins a new conversation: this one led here. */
function ErrorNotice({ messages, visible, onClose }: Props, { reset }: ErrorInfo) {
  function retry() {
    forgetConversation()
    reset()
  }
  return <ChatError messages={messages} visible={visible} failures={1} onRetry={retry} onClose={onClose} />
}

export const ChatBoundary = catchError(ErrorNotice)
