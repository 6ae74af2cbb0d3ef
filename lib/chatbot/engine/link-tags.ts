import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'

const asWords = (words: string) => words

/** The tags of the catalogs' texts as links in Markdown. */
export function linkTags(locale: Locale) {
  const link = (path: string) => (words: string) => `[${words}](${path})`
  return {
    contact: link(localizedPath(locale, paths.contact)),
    product: link(localizedPath(locale, paths.product)),
    attestations: link(localizedPath(locale, paths.attestations)),
    shop: site.shopUrl ? link(site.shopUrl) : asWords,
  }
}
