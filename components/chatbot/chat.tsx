import { useLocale, useMessages } from 'next-intl'
import { Privacy } from '@/components/contact/privacy'
import { PhoneLines } from '@/components/contact/ways-to-reach'
import { env } from '@/lib/env'
import { site } from '@/lib/site'
import { ChatLauncher } from './chat-launcher'

export function Chat() {
  const locale = useLocale()
  const { answers: _, ...messages } = useMessages().Chat
  const card = {
    phones: <PhoneLines />,
    privacy: <Privacy />,
    hasContext: env.LEADS_CONTEXT,
  }
  return (
    <ChatLauncher
      key={locale}
      locale={locale}
      messages={messages}
      hosts={site.hosts}
      card={card}
      provider={env.CHATBOT_MODEL_PROVIDER ?? 'none'}
    />
  )
}
