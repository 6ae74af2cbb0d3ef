import { env } from '@/lib/env'
import { site } from '@/lib/site'
import type { HistoryEvent } from './events'
import type { Feed, FeedItem } from './feed'

/** A feed as Atom (RFC 4287). */
export function atomFeed({ locale, title, description, pageAddress, atomAddress, items }: Feed): string {
  // A feed must say when it last changed; one without entries never has.
  const updated = items[0]?.updated ?? new Date(0)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:log="${text(env.SITE_URL)}/api/attestations/log" xml:lang="${locale}">
  <id>${text(atomAddress)}</id>
  <title>${text(title)}</title>
  <subtitle>${text(description)}</subtitle>
  <updated>${updated.toISOString()}</updated>
  <author><name>${text(site.brand)}</name></author>
  <link rel="self" type="application/atom+xml" href="${text(atomAddress)}"/>
  <link rel="alternate" type="text/html" href="${text(pageAddress)}"/>
${items.map(entry).join('')}</feed>
`
}

function entry({ report, address, title, text: content, updated }: FeedItem): string {
  return `  <entry>
    <id>urn:uuid:${report.id}</id>
    <title>${text(title)}</title>
    <published>${report.createdAt.toISOString()}</published>
    <updated>${updated.toISOString()}</updated>
    <link rel="alternate" type="text/html" href="${text(address)}"/>
    <link rel="related" href="${text(report.fileUrl)}"/>
    <content type="text">${text(content)}</content>
${report.history.map(logged).join('')}  </entry>
`
}

/** An extension (RFC 4287, section 6): what happened, and the entry of the log that says so. */
function logged({ kind, at, reason, entry }: HistoryEvent): string {
  const given = { kind, at: at.toISOString(), reason, entry: entry?.sequence, hash: entry?.hash }
  const attributes = Object.entries(given).map(([name, value]) => (value ? ` ${name}="${text(String(value))}"` : ''))
  return `    <log:event${attributes.join('')}/>\n`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

// XML 1.0 has no place at all for control characters, lone surrogates and the two non-characters U+FFFE and U+FFFF.
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}
