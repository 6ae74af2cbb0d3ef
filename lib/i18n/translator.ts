import { createTranslator } from 'next-intl'
import { loadMessages } from './messages'
import type { Locale } from './routing'

/** The tags by which a catalog's running text links; `components/ui/rich-text.tsx` makes the links of them. */
export const linkTags = ['contact', 'product', 'attestations', 'shop'] as const

/** A catalog's words outside of a page: for files, images and structured data. A missing message is an error. */
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

/** A message's words as a reader sees them, its links' words included. */
export function plainText(t: Translator, key: string): string {
  const markup = t.markup as unknown as (key: string, tags: Record<string, (words: string) => string>) => string
  return markup(key, Object.fromEntries(linkTags.map((tag) => [tag, (words) => words])))
}
