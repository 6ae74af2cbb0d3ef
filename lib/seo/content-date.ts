import { createHash } from 'node:crypto'
import { loadCatalog, type Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import type { PageName } from '@/lib/routes'
import recorded from './content-dates.json'
import { pageContent } from './page-content'

/** The ISO day of a page's current words, from `npm run content:date`; undefined when they changed since. */
export async function contentDate(page: PageName, locale: Locale): Promise<string | undefined> {
  const [date, hash] = (recorded as Record<string, string>)[`${page}.${locale}`]?.split(' ') ?? []
  return hash === contentHash(page, await loadCatalog(locale)) ? date : undefined
}

/** A digest of a page's words. */
export function contentHash(page: PageName, catalog: Messages): string {
  const words = [catalog.Metadata[page], ...pageContent[page].namespaces.map((namespace) => catalog[namespace])]
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
}
