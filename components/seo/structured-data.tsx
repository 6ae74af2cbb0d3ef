import { getLocale } from 'next-intl/server'
import type { PageName } from '@/lib/routes'
import { pageGraph, scriptText } from '@/lib/seo/json-ld'
import type { Subpage } from '@/lib/seo/metadata'

/** The page's facts for machines. A data block: browsers do not run it. */
export async function StructuredData({ page, subpage }: { page: PageName; subpage?: Subpage }) {
  const graph = await pageGraph(page, await getLocale(), subpage)
  // React escapes text in a way that JSON does not know; scriptText keeps the element closed.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptText(graph) }} />
}
