import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { fetchEmail } from '@/lib/browser/company-email'
import type { Outcome } from '@/lib/chatbot/browser/api'
import type { Message } from '@/lib/chatbot/browser/conversation'

/** Makes the message that shows what became of a question: an answer, or an apology. */
export function useOutcomeMessage(): (outcome: Outcome) => Promise<Message> {
  const t = useTranslations('Chat')
  const email = useRef<Promise<string | undefined>>(undefined)

  // Fetched before it is needed: an apology for a lost connection could not fetch it.
  useEffect(() => {
    email.current = fetchEmail()
  }, [])

  async function apologyFor(outcome: Exclude<Outcome, { kind: 'answer' }>): Promise<string> {
    if (outcome.kind === 'limited') return t('rateLimited', { seconds: outcome.retryAfterSeconds })
    if (outcome.kind === 'stopped') return t('stopped')
    const address = await email.current // a conversation that fails at once waits for it
    return address ? t('apology', { email: address }) : t('apologyPlain')
  }

  return async (outcome) => {
    const timestamp = new Date().toISOString()
    if (outcome.kind !== 'answer') {
      return { role: 'assistant', content: await apologyFor(outcome), timestamp, failed: true }
    }
    const { response, redirect_to, lead_type, sources, language, suggestions } = outcome.answer
    return {
      role: 'assistant',
      content: response,
      timestamp,
      ...(redirect_to && { redirect_to, lead_type: lead_type ?? undefined }),
      sources: sources ?? [],
      ...(language && { language }),
      ...(suggestions && { quickActions: suggestions }),
    }
  }
}
