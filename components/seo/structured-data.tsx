import { getLocale } from 'next-intl/server'
import { loadArchive } from '@/lib/attestations/load'
import { type PageName, paths, renderingOf } from '@/lib/routes'
import { pageGraph, scriptText } from '@/lib/seo/json-ld'
import type { Subpage } from '@/lib/seo/metadata'
import { resolveWithin } from '@/lib/time-limit'

// The longest wait for the database, which is short because the page can do
// without the date.
const maxArchiveWaitMs = 500

/**
 * Renders the page's structured data as a data block, which browsers do not
 * execute.
 */
export async function StructuredData({
  page,
  subpage,
}: {
  page: PageName
  subpage?: Subpage
}) {
  const showsReports = renderingOf(paths[page]) === 'per-change'
  const archive = showsReports
    ? await resolveWithin(maxArchiveWaitMs, loadArchive())
    : []
  const graph = await pageGraph(page, await getLocale(), { archive, subpage })
  // Bypasses React's escaping, which would corrupt the JSON. scriptText makes
  // sure that no text can end the element.
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: scriptText(graph) }}
    />
  )
}
