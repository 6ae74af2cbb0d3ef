import { useLocale, useMessages } from 'next-intl'
import { site } from '@/lib/site'
import { ChatLauncher } from './chat-launcher'

export function Chat() {
  const locale = useLocale()
  const { answers: _, ...messages } = useMessages().Chat
  return <ChatLauncher key={locale} locale={locale} messages={messages} hosts={site.hosts} />
}
