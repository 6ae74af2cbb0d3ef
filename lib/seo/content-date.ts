import { createHash } from 'node:crypto'
import { loadCatalog } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import type { PageName } from '@/lib/routes'
import recorded from './content-dates.json'
import { pageContent } from './page-content'

/**
 * The day (ISO 8601) since which a page has had the words it has in a language, as `npm run content:date` recorded it;
 * undefined when the words changed after that, for a date that is not known is better left out than guessed.
 */
export async function contentDate(page: PageName, locale: Locale): Promise<string | undefined> {
  const [date, hash] = (recorded as Record<string, string>)[`${page}.${locale}`]?.split(' ') ?? []
  return hash === (await contentHash(page, locale)) ? date : undefined
}

/** A short digest of the words of a page in a language, as its catalog has them. */
export async function contentHash(page: PageName, locale: Locale): Promise<string> {
  const catalog = await loadCatalog(locale)
  const words = [catalog.Metadata[page], ...pageContent[page].namespaces.map((namespace) => catalog[namespace])]
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
}
