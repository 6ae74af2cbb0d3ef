import type { Report } from '@/lib/attestations/archive'
import { yearsWithReports } from '@/lib/attestations/report-pages'
import { routing } from '@/lib/i18n/routing'
import { type PageName, paths, renderingOf, yearPagePath } from '@/lib/routes'
import { languageAddresses, pageAddress } from './address'
import { listedPages } from './listed-pages'
import { modifiedDate } from './modified-date'

/**
 * Writes the sitemap: the pages of `listed-pages.ts` in every language that
 * they are translated into (https://www.sitemaps.org/protocol.html).
 */
export async function sitemapXml(archive: Report[]): Promise<string> {
  const years = listedPages.includes('attestations')
    ? yearsWithReports(archive)
    : []
  const entries = [
    ...listedPages.map((page) => pageEntries(page, archive)),
    ...years.map((year) => pageEntries('attestations', archive, year)),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${(await Promise.all(entries)).join('')}</urlset>
`
}

async function pageEntries(
  page: PageName,
  archive: Report[],
  year?: string,
): Promise<string> {
  const path = year && yearPagePath(year)
  const reports = renderingOf(paths[page]) === 'per-change' ? archive : []
  const alternates = Object.entries(languageAddresses(page, path)).map(
    ([language, address]) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>\n`,
  )
  const entries = routing.locales.map(async (locale) => {
    const date = modifiedDate(page, locale, reports, year)
    // Keeps the element order that the sitemap schema requires.
    const elements = [
      `<loc>${pageAddress(page, locale, path)}</loc>\n`,
      date ? `<lastmod>${date}</lastmod>\n` : '',
      ...alternates,
    ]
    return `<url>\n${elements.join('')}</url>\n`
  })
  return (await Promise.all(entries)).join('')
}
