import { useTranslations } from 'next-intl'
import type { Message } from '@/lib/chatbot/browser/conversation'

/** Makes what a conversation opens with: a greeting with its starters, and the disclaimer; from now unless told. */
export function useOpening(): (timestamp?: string) => Message[] {
  const t = useTranslations('Chat')
  return (timestamp = new Date().toISOString()) => {
    const quickActions = (['backing', 'delivery', 'integration', 'fees'] as const).map((key) => t(`starters.${key}`))
    return [
      { role: 'assistant', content: t('greeting'), timestamp, quickActions },
      { role: 'system', content: t('disclaimer'), timestamp, isCollapsible: true },
    ]
  }
}
