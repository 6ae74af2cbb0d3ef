import { lastChangeOf, type Report } from '@/lib/attestations/archive'
import type { Locale } from '@/lib/i18n/routing'
import type { PageName } from '@/lib/routes'
import { contentDate } from './content-date'

/**
 * Returns when a page's texts or its reports (of one year, if given) last
 * changed, or undefined if the texts have no date.
 */
export function modifiedDate(
  page: PageName,
  locale: Locale,
  reports: Report[],
  year = '',
) {
  const date = contentDate(page, locale)
  const shown = reports.filter(({ reportDate }) => reportDate.startsWith(year))
  const changes = shown.map((report) => lastChangeOf(report).toISOString())
  // Sorts as text, in which a moment comes after its day, such as
  // 2026-07-01T09:00Z after 2026-07-01.
  return date && [date, ...changes].sort().at(-1)
}
