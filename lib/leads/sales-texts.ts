import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'

/** Loads the texts for sales, in LEADS_LANGUAGE. */
export async function loadSalesTexts() {
  const locale = env.LEADS_LANGUAGE
  const messages = await loadMessages(locale)
  return { locale, messages, t: createTranslator({ locale, messages }) }
}
