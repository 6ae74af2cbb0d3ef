import { site } from '@/lib/site'
import type { Feed } from './feed'
import { reportJson } from './json'

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), each report's own fields under `_attestation`. */
export function jsonFeed({ locale, title, description, pageAddress, jsonAddress, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: pageAddress,
    feed_url: jsonAddress,
    language: locale,
    authors: [{ name: site.brand }],
    items: items.map(({ report, address, title, text, updated }) => ({
      id: `urn:uuid:${report.id}`,
      url: address,
      external_url: report.fileUrl,
      title,
      content_text: text,
      date_published: report.createdAt,
      date_modified: updated,
      _attestation: reportJson(report),
    })),
  })
}
