import type { BreadcrumbList, FAQPage, WebPage } from 'schema-dts'
import type { Locale } from '@/lib/i18n/routing'
import { plainText, type Translator } from '@/lib/i18n/translator'
import type { PageName } from '@/lib/routes'
import { pageAddress, shareImageAddress } from '../address'
import { pageContent } from '../page-content'
import type { Subpage } from '../subpage'
import { ids } from './company'

export function webPage(t: Translator, page: PageName, locale: Locale, date?: string, subpage?: Subpage): WebPage {
  const url = pageAddress(page, locale, subpage?.path)
  return {
    '@type': page === 'contact' ? 'ContactPage' : 'WebPage',
    '@id': `${url}#webpage`,
    url,
    name: subpage?.title ?? t(`Metadata.${page}.title`),
    description: subpage?.description ?? t(`Metadata.${page}.description`),
    inLanguage: locale,
    ...(date && { dateModified: date }),
    isPartOf: { '@id': ids.website },
    about: { '@id': page === 'product' ? ids.service : ids.organization },
    ...(page === 'product' && { mainEntity: [{ '@id': ids.token.gold }, { '@id': ids.token.silver }] }),
    ...(page !== 'home' && { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    primaryImageOfPage: { '@type': 'ImageObject', url: shareImageAddress(page, locale) },
  }
}

export function breadcrumbs(t: Translator, page: PageName, locale: Locale, subpage?: Subpage): BreadcrumbList {
  const pages = (['home', page] as const).map((step) => ({
    name: t(pageContent[step].name),
    item: pageAddress(step, locale),
  }))
  const own = pageAddress(page, locale, subpage?.path)
  const steps = subpage ? [...pages, { name: subpage.name, item: own }] : pages
  return {
    '@type': 'BreadcrumbList',
    '@id': `${own}#breadcrumb`,
    itemListElement: steps.map((step, i) => ({ '@type': 'ListItem', position: i + 1, ...step })),
  }
}

type Questions = { page: PageName; locale: Locale; questions: readonly string[] }

export function faqPage(t: Translator, { page, locale, questions }: Questions): FAQPage {
  const url = `${pageAddress(page, locale)}#faq`
  const namespace = pageContent[page].faq
  return {
    '@type': 'FAQPage',
    '@id': url,
    url,
    inLanguage: locale,
    isPartOf: { '@id': `${pageAddress(page, locale)}#webpage` },
    mainEntity: questions.map((key) => ({
      '@type': 'Question',
      name: plainText(t, `${namespace}.items.${key}.question`),
      acceptedAnswer: {
        '@type': 'Answer',
        text: plainText(t, `${namespace}.items.${key}.answer`),
      },
    })),
  }
}
