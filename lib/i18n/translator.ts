import { createTranslator } from 'next-intl'
import { recordOf } from '@/lib/text'
import { loadMessages } from './messages'
import { linkTags } from './navigation'
import type { Locale } from './routing'

export async function loadTranslator(locale: Locale) {
  return createTranslator({
    locale,
    messages: await loadMessages(locale),
    timeZone: 'UTC',
    onError(error) {
      throw error
    },
  })
}

export type Translator = Awaited<ReturnType<typeof loadTranslator>>

export function textWithoutLinks(t: Translator, key: string): string {
  const markup = t.markup as unknown as (
    key: string,
    tags: Record<string, (words: string) => string>,
  ) => string
  return markup(
    key,
    recordOf(linkTags, () => (words) => words),
  )
}
