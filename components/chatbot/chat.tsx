import { useLocale, useMessages, useTranslations } from 'next-intl'
import { Privacy } from '@/components/contact/privacy'
import { env } from '@/lib/env'
import { phoneLines } from '@/lib/i18n/offices'
import { site } from '@/lib/site'
import { ChatLauncher } from './chat-launcher'

export function Chat() {
  const locale = useLocale()
  const { answers: _, ...messages } = useMessages().Chat
  const phones = phoneLines(useTranslations()).map(({ name, number }) => (
    <p key={number}>
      {`${name}: `}
      <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
    </p>
  ))
  const card = { phones, privacy: <Privacy />, hasContext: env.LEADS_CONTEXT }
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
