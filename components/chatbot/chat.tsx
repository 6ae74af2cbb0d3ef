import { useLocale, useMessages } from 'next-intl'
import { redirectHosts } from '@/lib/chatbot/redirect-hosts'
import { ChatLauncher } from './chat-launcher'

/** The assistant of the contact pages. Its button is all that is loaded before the visitor opens it. */
export function Chat() {
  const locale = useLocale()
  const { answers: _, ...messages } = useMessages().Chat
  return <ChatLauncher key={locale} locale={locale} messages={messages} redirectHosts={redirectHosts()} />
}
