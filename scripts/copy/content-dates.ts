import { mapLocales, routing } from '@/lib/i18n/routing'
import { indexedPages } from '@/lib/routes'
import { contentHash } from '@/lib/seo/content-date'
import { type Sources, wordsOf } from './sources'

export const datesFile = 'lib/seo/content-dates.json'

/** By page and language the ISO day of its words and their digest: today's for each page whose words have changed. */
export function dateContent(recorded: Record<string, string>, sources: Sources): Record<string, string> {
  const today = new Date().toISOString().slice(0, 10)
  const words = mapLocales((locale) => wordsOf(sources, locale))
  const names = indexedPages.flatMap((page) => routing.locales.map((locale) => ({ page, locale })))
  const dates = names.map(({ page, locale }) => {
    const [name, hash] = [`${page}.${locale}`, contentHash(page, words[locale])]
    const known = recorded[name]
    return [name, known?.endsWith(` ${hash}`) ? known : `${today} ${hash}`]
  })
  return Object.fromEntries(dates)
}
