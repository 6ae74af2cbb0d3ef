import type { Graph } from 'schema-dts'
import { loadMessages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import type { PageName } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { contentDate } from '../content-date'
import { pageContent } from '../page-content'
import type { Subpage } from '../subpage'
import { financialService, organization, website } from './company'
import { breadcrumbs, faqPage, webPage } from './page'
import { tokens } from './tokens'

/** A page's structured data: one graph whose nodes refer to each other by `@id`. */
export async function pageGraph(page: PageName, locale: Locale, subpage?: Subpage): Promise<Graph> {
  const t = await loadTranslator(locale)
  const messages = await loadMessages(locale)
  const { faq } = pageContent[page]
  const questions = faq ? keysOf(messages[faq].items) : []
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(t, locale),
      website(locale),
      webPage(t, page, locale, await contentDate(page, locale), subpage),
      ...(page === 'home' ? [] : [breadcrumbs(t, page, locale, subpage)]),
      ...(page === 'product' ? [financialService(t, locale), ...tokens(t, locale)] : []),
      ...(questions.length > 0 ? [faqPage(t, { page, locale, questions })] : []),
    ],
  }
}

/** JSON for a script element, without `<`, so that no text can end the element. */
export function scriptText(graph: Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}
