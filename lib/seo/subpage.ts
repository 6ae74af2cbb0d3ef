import type { Locale } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import { type YearPage, yearPagePath } from '@/lib/routes'

/** What search engines and readers are told of a part of a page; `name` is its place in the path of pages. */
export type Subpage = { path: string; title: string; description: string; name: string }

export async function yearSubpage(place: YearPage, locale: Locale): Promise<Subpage> {
  const t = await loadTranslator(locale)
  return {
    path: yearPagePath(place),
    title: t('Metadata.attestationsYear.title', place),
    description: t('Metadata.attestationsYear.description', place),
    name: place.year,
  }
}
