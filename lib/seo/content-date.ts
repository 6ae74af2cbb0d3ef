import { createHash } from 'node:crypto'
import {
  loadCatalog,
  loadUntranslated,
  type Messages,
} from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { PageName } from '@/lib/routes'
import recorded from './content-dates.json'
import { pageContent } from './page-content'

/**
 * The ISO date of a page's current text, as recorded by `npm run content:date`;
 * undefined if the text has changed since.
 */
export async function contentDate(
  page: PageName,
  locale: Locale,
): Promise<string | undefined> {
  const [date, hash] =
    (recorded as Record<string, string>)[`${page}.${locale}`]?.split(' ') ?? []
  return hash === contentHash(page, await loadCatalog(locale))
    ? date
    : undefined
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

export function contentHash(page: PageName, catalog: Messages): string {
  const words = textsOf(page, catalog)
  return createHash('sha256')
    .update(JSON.stringify(words))
    .digest('hex')
    .slice(0, 16)
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
