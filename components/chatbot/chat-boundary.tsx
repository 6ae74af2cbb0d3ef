import { catchError, type ErrorInfo } from 'next/error'
import { forgetConversation } from '@/lib/chatbot/browser/conversation'
import { ChatError } from './chat-error'
import type { ChatWords } from './localized-window'

type Props = { words: ChatWords; visible: boolean; onClose: (returnFocus: boolean) => void }

/** Keeps a failure of the assistant to the assistant. Another attempt begins a new conversation: this one led here. */
function ErrorNotice({ words, visible, onClose }: Props, { reset }: ErrorInfo) {
  function retry() {
    forgetConversation()
    reset()
  }
  return <ChatError words={words} visible={visible} failures={1} onRetry={retry} onClose={onClose} />
}

export const ChatBoundary = catchError(ErrorNotice)
