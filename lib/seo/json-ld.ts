import type { Graph, WebPage } from 'schema-dts'
import type { Report } from '@/lib/attestations/archive'
import { loadMessages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import {
  loadTranslator,
  type Translator,
  textWithoutLinks,
} from '@/lib/i18n/translator'
import type { PageName } from '@/lib/routes'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import { pageAddress, shareImageAddress } from './address'
import {
  organization,
  organizationId,
  website,
  websiteId,
} from './company-graph'
import type { Subpage } from './metadata'
import { modifiedDate } from './modified-date'
import { pageContent } from './page-content'
import { financialService, serviceId, token, tokenId } from './token-graph'

export async function pageGraph(
  page: PageName,
  locale: Locale,
  { archive = [], subpage }: { archive?: Report[]; subpage?: Subpage } = {},
): Promise<Graph> {
  const t = await loadTranslator(locale)
  const { faq } = pageContent[page]
  const date = modifiedDate(page, locale, archive, subpage?.name)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(t, locale),
      website(locale),
      webPage(t, page, locale, { date, subpage }),
      ...(page === 'home' ? [] : [breadcrumbs(t, page, locale, subpage)]),
      ...(isAboutTokens(page)
        ? [
            financialService(t, locale),
            ...site.metals.map((metal) => token(t, metal, locale, page)),
          ]
        : []),
      ...(faq
        ? [
            faqPage(
              t,
              page,
              locale,
              keysOf((await loadMessages(locale))[faq].items),
            ),
          ]
        : []),
    ],
  }
}

/** Whether the page describes the service and its tokens. */
function isAboutTokens(page: PageName): boolean {
  return page === 'home' || page === 'product' || page === 'attestations'
}

/**
 * Writes JSON for a script element, with `<` escaped so that no text can end
 * the element.
 */
export function scriptText(graph: Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}

function webPage(
  t: Translator,
  page: PageName,
  locale: Locale,
  { date, subpage }: { date?: string; subpage?: Subpage },
): WebPage {
  const url = pageAddress(page, locale, subpage?.path)
  return {
    '@type': page === 'contact' ? 'ContactPage' : 'WebPage',
    '@id': `${url}#webpage`,
    url,
    name: subpage?.title ?? t(`Metadata.${page}.title`),
    description: subpage?.description ?? t(`Metadata.${page}.description`),
    inLanguage: locale,
    dateModified: date,
    isPartOf: { '@id': websiteId },
    about: { '@id': isAboutTokens(page) ? serviceId : organizationId },
    ...(page === 'product' && {
      mainEntity: site.metals.map((metal) => ({ '@id': tokenId(metal) })),
    }),
    ...(page !== 'home' && { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    primaryImageOfPage: {
      '@type': 'ImageObject',
      url: shareImageAddress(page, locale),
    },
  }
}

function breadcrumbs(
  t: Translator,
  page: PageName,
  locale: Locale,
  subpage?: Subpage,
): Graph['@graph'][number] {
  const address = pageAddress(page, locale, subpage?.path)
  const steps = [
    { name: t(pageContent.home.name), item: pageAddress('home', locale) },
    { name: t(pageContent[page].name), item: pageAddress(page, locale) },
    ...(subpage ? [{ name: subpage.name, item: address }] : []),
  ]
  return {
    '@type': 'BreadcrumbList',
    '@id': `${address}#breadcrumb`,
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...step,
    })),
  }
}

function faqPage(
  t: Translator,
  page: PageName,
  locale: Locale,
  keys: string[],
): Graph['@graph'][number] {
  const url = `${pageAddress(page, locale)}#faq`
  const words = (key: string) =>
    textWithoutLinks(t, `${pageContent[page].faq}.items.${key}`)
  return {
    '@type': 'FAQPage',
    '@id': url,
    url,
    inLanguage: locale,
    isPartOf: { '@id': `${pageAddress(page, locale)}#webpage` },
    mainEntity: keys.map((key) => ({
      '@type': 'Question',
      name: words(`${key}.question`),
      acceptedAnswer: { '@type': 'Answer', text: words(`${key}.answer`) },
    })),
  }
}
