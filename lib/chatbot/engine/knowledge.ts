import { createTranslator } from 'next-intl'
import { keysOf } from '@/lib/i18n/keys'
import { loadMessages, type Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import { type Fact, factsOf } from './facts'

export type Entry = {
  id: string
  title: string
  markdown: string
  /** The same words without links, for the search. */
  text: string
  path: string
  /** Whether the text sends the reader to the team. */
  invitesContact: boolean
}

const faqs = [
  { namespace: 'HomeFaq', page: paths.home },
  { namespace: 'ProductFaq', page: paths.product },
] as const

export async function loadEntries(locale: Locale): Promise<Entry[]> {
  const messages = await loadMessages(locale)
  const questions = faqs.flatMap(({ namespace, page }) => faqEntries(messages, locale, namespace, page))
  return [...questions, ...factsOf(messages, locale).map((fact) => factEntry(fact, locale))]
}

function faqEntries(messages: Messages, locale: Locale, namespace: 'HomeFaq' | 'ProductFaq', page: string): Entry[] {
  const t = createTranslator({ locale, messages, namespace })
  const items: Record<string, { answer: string }> = messages[namespace].items
  return keysOf(items).map((key) => {
    const answer = `items.${key}.answer` as 'items.fees.answer'
    return {
      id: `${namespace}.${key}`,
      title: t(`items.${key}.question` as 'title'),
      markdown: t.markup(answer, linkTags(locale)),
      text: t.markup(answer, plainTags),
      path: `${localizedPath(locale, page)}#faq-${key}-answer`,
      invitesContact: items[key]?.answer.includes('<contact>') ?? false,
    }
  })
}

const asWords = (words: string) => words

function linkTags(locale: Locale) {
  const link = (path: string) => (words: string) => `[${words}](${path})`
  return {
    contact: link(localizedPath(locale, paths.contact)),
    product: link(localizedPath(locale, paths.product)),
    attestations: link(localizedPath(locale, paths.attestations)),
    shop: site.shopUrl ? link(site.shopUrl) : asWords,
  }
}

const plainTags = { contact: asWords, product: asWords, attestations: asWords, shop: asWords }

function factEntry({ id, title, text, page, fragment }: Fact, locale: Locale): Entry {
  const path = localizedPath(locale, paths[page]) + (fragment ? `#${fragment}` : '')
  return { id, title, markdown: text, text, path, invitesContact: id.startsWith('Contact.') }
}
