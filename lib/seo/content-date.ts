import {
  loadCatalog,
  loadUntranslated,
  type Messages,
} from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { PageName } from '@/lib/routes'
import { pageContent } from './page-content'

// Set by the build (scripts/builds/content-dates.ts), as JSON.
declare const CONTENT_DATES: string

/**
 * The ISO date on which a page's texts last changed; undefined in development,
 * and if the build did not know it.
 */
export function contentDate(
  page: PageName,
  locale: Locale,
): string | undefined {
  if (typeof CONTENT_DATES === 'undefined') return undefined
  return JSON.parse(CONTENT_DATES)[`${page}.${locale}`]
}

/**
 * Up to this share of a page's texts may still be English before it is hidden
 * from search engines.
 */
const maxUntranslated = 0.1

export async function translatedLocales(page: PageName): Promise<Locale[]> {
  const all = countTexts(
    textsOf(page, await loadCatalog(routing.defaultLocale)),
  )
  const groups = [
    `Metadata.${page}.`,
    ...pageContent[page].namespaces.map((namespace) => `${namespace}.`),
  ]
  const left = await Promise.all(
    routing.locales.map(async (locale) => {
      const keys = [...(await loadUntranslated(locale)).keys()]
      return keys.filter((key) => groups.some((group) => key.startsWith(group)))
        .length
    }),
  )
  return routing.locales.filter(
    (_, at) => (left[at] ?? 0) <= all * maxUntranslated,
  )
}

function textsOf(page: PageName, catalog: Messages) {
  return [
    catalog.Metadata[page],
    ...pageContent[page].namespaces.map((namespace) => catalog[namespace]),
  ]
}

function countTexts(texts: unknown): number {
  if (typeof texts === 'string') return 1
  return Object.values(Object(texts)).reduce(
    (sum: number, text) => sum + countTexts(text),
    0,
  )
}
