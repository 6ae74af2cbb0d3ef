import { useTranslations } from 'next-intl'
import type { Message } from '@/lib/chatbot/browser/conversation'

/** Makes what a conversation opens with: a greeting with its starters, and the disclaimer. */
export function useOpening(): () => Message[] {
  const t = useTranslations('Chat')
  return () => {
    const timestamp = new Date().toISOString()
    const quickActions = (['backing', 'delivery', 'integration', 'fees'] as const).map((key) => t(`starters.${key}`))
    return [
      { role: 'assistant', content: t('greeting'), timestamp, quickActions },
      { role: 'system', content: t('disclaimer'), timestamp, isCollapsible: true },
    ]
  }
}
