import type { Locale } from '@/lib/i18n/routing'
import type { PageName } from '@/lib/routes'

/**
 * Returns the ISO date on which a page's texts last changed, or undefined in
 * development or if the build could not determine it.
 */
export function contentDate(
  page: PageName,
  locale: Locale,
): string | undefined {
  if (typeof CONTENT_DATES === 'undefined') return undefined
  return JSON.parse(CONTENT_DATES)[`${page}.${locale}`]
}
