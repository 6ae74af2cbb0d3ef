import { useLocale, useMessages } from 'next-intl'
import { site } from '@/lib/site'
import { ChatLauncher } from './chat-launcher'

/** The assistant of the contact pages. Its button is all that is loaded before the visitor opens it. */
export function Chat() {
  const locale = useLocale()
  const { answers: _, ...messages } = useMessages().Chat
  const hosts = [site.shopUrl, site.pricesUrl].map((url) => new URL(url).host)
  return <ChatLauncher key={locale} locale={locale} messages={messages} redirectHosts={hosts} />
}
