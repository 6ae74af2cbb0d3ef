// The day on which each page last changed, from the history of its texts and
// facts. A build contains the dates, because a release has no history.
import { join } from 'node:path'
import { routing } from '@/lib/i18n/routing'
import { indexedPages, type PageName } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { parseJson } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { isShallow, versionsOf } from '../copy/history'

/** A file, and the part of it that a page shows. */
type Source = {
  file: string
  shownOn: (page: PageName, content: Content) => unknown
}

type Content = Record<string, unknown>

/**
 * Returns dates by page and language, such as `home.en`. A page has none if its
 * changes are not committed, or if the history does not go back to its last
 * change.
 */
export function contentDates(brandFolder: string): Record<string, string> {
  const dates = routing.locales.flatMap((locale) => {
    const catalog = { file: `${locale}.json`, shownOn: textsOn }
    const ownTexts = { file: `messages/${locale}.json`, shownOn: textsOn }
    const facts = { file: 'brand.json', shownOn: factsOn }
    const shared = datesIn('messages', [catalog])
    const brandDates = datesIn(brandFolder, [facts, ownTexts])
    return indexedPages.flatMap((page) => {
      const both = [shared.get(page), brandDates.get(page)]
      const date = both.includes(undefined) ? '' : both.sort().at(-1)
      return date ? [[`${page}.${locale}`, date]] : []
    })
  })
  return Object.fromEntries(dates)
}

/**
 * Skips empty dates, which belong to changes that are older than a shallow
 * clone.
 */
function datesIn(folder: string, sources: Source[]): Map<PageName, string> {
  const names = sources.map(({ file }) => file)
  const contentOf = (page: PageName, texts: (string | undefined)[]) => {
    const parts = sources.map(({ shownOn }, index) =>
      shownOn(page, Object(parseJson(texts[index] ?? '{}'))),
    )
    return JSON.stringify(parts)
  }
  const current = names.map((name) => readText(join(folder, name)))
  const dates = new Map<PageName, string>()
  const unsettled = new Set(indexedPages)
  for (const { date, texts } of versionsOf(folder, names, '--first-parent')) {
    for (const page of unsettled) {
      const isSame = contentOf(page, texts) === contentOf(page, current)
      if (isSame) dates.set(page, date)
      else unsettled.delete(page)
    }
    if (unsettled.size === 0) return dates
  }
  if (isShallow(folder))
    for (const page of unsettled) if (dates.has(page)) dates.set(page, '')
  return dates
}

function textsOn(page: PageName, catalog: Content) {
  const { namespaces } = pageContent[page]
  return [
    Object(catalog.Metadata)[page],
    namespaces.map((namespace) => catalog[namespace]),
  ]
}

function factsOn(page: PageName, { disclosures, ...facts }: Content) {
  return page === 'product' ? [facts, disclosures] : facts
}
