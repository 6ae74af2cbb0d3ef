import { hash } from 'node:crypto'
import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { routeHandler } from '@/lib/http/handler'
import { readLocaleParam } from '@/lib/i18n/locale'
import { loadMessages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officeDate } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import { dataFiles, paths } from '@/lib/routes'
import { contentDate } from '@/lib/seo/content-date'
import { isolateDirection } from '@/lib/shown-text'
import { site } from '@/lib/site'
import { escapeHtml } from '@/lib/text'
import {
  figuresByMetal,
  type HistoryEvent,
  lastChangeOf,
  type Report,
} from './archive'
import { absoluteAddress } from './file-store'
import { formatDay, formatFigures, formatMonth, formatShare } from './format'
import { reportJson } from './json'
import { readArchive } from './load'
import { pathOfReport } from './report-pages'

// A short feed is enough, because feed readers store what they have read and
// the API returns all reports.
const maxItems = 100

type Context = { params: Promise<{ locale: string }> }

export function feedHandler(type: string, write: (feed: Feed) => string) {
  return routeHandler(async (_request, { params }: Context) => {
    const feed = await loadFeed(
      await readArchive(),
      await readLocaleParam(params),
    )
    const headers = {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': cachePolicies.feed,
    }
    return new Response(write(feed), { headers })
  })
}

const eventKeys = {
  withdrawn: 'withdrawnOn',
  restored: 'restoredOn',
  replaced: 'replacedBy',
} as const

export type Feed = Awaited<ReturnType<typeof loadFeed>>
type FeedItem = Feed['items'][number]

export async function loadFeed(archive: Report[], locale: Locale) {
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'Attestations' })
  const address = (path: string) => env.SITE_URL + localizedPath(locale, path)

  const latest = archive
    .map((report) => ({ report, updated: lastChangeOf(report) }))
    .sort((a, b) => b.updated.getTime() - a.updated.getTime())
    .slice(0, maxItems)
  const items = latest.map(({ report, updated }) => ({
    id: entryId(report, locale),
    report,
    address: address(pathOfReport(report)),
    title:
      report.status === 'current'
        ? report.title
        : t(`feed.${report.status}`, { title: isolateDirection(report.title) }),
    text: itemText(report),
    updated,
  }))

  return {
    locale,
    title: t('feed.title'),
    description: t(archive.length > 0 ? 'intro' : 'introEmpty'),
    pageAddress: address(paths.attestations),
    jsonAddress: address(dataFiles.jsonFeed),
    atomAddress: address(dataFiles.atom),
    items,
  }

  function linesOf({ kind, at, reason }: HistoryEvent) {
    if (kind === 'added') return []
    return [
      t(eventKeys[kind], { day: officeDate(new Date(at), locale) }),
      reason && t('withdrawnReason', { reason }),
    ]
  }

  function itemText(report: Report): string {
    const figures = figuresByMetal(report).map(({ metal, ...found }) => {
      const { coverage } = found
      const share = coverage ? formatShare(locale, coverage) : t('noCoverage')
      const { ounces, tokens } = formatFigures(locale, found)
      return t('feed.figures', { metal: t(metal), ounces, tokens, share })
    })
    const parts = [
      formatMonth(locale, report.reportDate),
      report.description,
      ...figures,
      report.asOf && t('asOf', { day: formatDay(locale, report.asOf) }),
      ...report.history.flatMap(linesOf),
      report.sha256 && `SHA-256: ${report.sha256}`,
    ]
    return parts.filter(Boolean).join('\n')
  }
}

/**
 * Returns a different UUID for each language, because feed readers show only
 * one of several entries with the same id. English keeps the report's own id.
 */
function entryId({ id }: Report, locale: Locale): string {
  if (locale === routing.defaultLocale) return `urn:uuid:${id}`
  // A UUID of version 8 (RFC 9562 section 5.8).
  const parts = /^(.{8})(.{4})(.{3})(.{3})(.{12}).*/
  return `urn:uuid:${hash('sha256', `${id} ${locale}`).replace(parts, '$1-$2-8$3-8$4-$5')}`
}

/** Writes a feed as Atom (RFC 4287). */
export function atomFeed({
  locale,
  title,
  description,
  pageAddress,
  atomAddress,
  items,
}: Feed): string {
  // Gives a feed without entries the date of its page, because Atom requires
  // `updated`.
  const updated =
    items[0]?.updated ??
    new Date(contentDate('attestations', locale) ?? Date.now())
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
  <id>${escapeXml(atomAddress)}</id>
  <title>${escapeXml(title)}</title>
  <subtitle>${escapeXml(description)}</subtitle>
  <updated>${updated.toISOString()}</updated>
  <author><name>${escapeXml(site.brand)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(atomAddress)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(pageAddress)}"/>
${items.map(atomEntry).join('')}</feed>
`
}

function atomEntry({
  id,
  report,
  address,
  title,
  text: content,
  updated,
}: FeedItem): string {
  return `  <entry>
    <id>${id}</id>
    <title>${escapeXml(title)}</title>
    <published>${report.createdAt.toISOString()}</published>
    <updated>${updated.toISOString()}</updated>
    <link rel="alternate" type="text/html" href="${escapeXml(address)}"/>
    <link rel="related" href="${escapeXml(absoluteAddress(report.fileUrl))}"/>
    <content type="text">${escapeXml(content)}</content>
  </entry>
`
}

/**
 * Removes what XML 1.0 does not allow: control characters, lone surrogates and
 * the non-characters U+FFFE and U+FFFF.
 */
function escapeXml(value: string): string {
  return escapeHtml(
    value.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, ''),
  )
}

/**
 * Writes a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), with
 * each report's own fields under `_attestation`.
 */
export function jsonFeed({
  locale,
  title,
  description,
  pageAddress,
  jsonAddress,
  items,
}: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: pageAddress,
    feed_url: jsonAddress,
    language: locale,
    authors: [{ name: site.brand }],
    items: items.map(({ id, report, address, title, text, updated }) => ({
      id,
      url: address,
      external_url: absoluteAddress(report.fileUrl),
      title,
      content_text: text,
      date_published: report.createdAt,
      date_modified: updated,
      _attestation: reportJson(report),
    })),
  })
}
