import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { dataFiles, paths } from '@/lib/routes'
import { figuresOf, metals, type Report } from './archive'
import type { HistoryEvent } from './events'
import { formatDay, formatDecimal, formatMonth, formatShare } from './format'
import { pathOfReport, selectPage } from './pages'

// Readers keep what they have read; table and API have everything.
const maxItems = 100

const happened = { withdrawn: 'withdrawnOn', restored: 'restoredOn', replaced: 'replacedBy' } as const

export type FeedItem = {
  report: Report
  address: string
  title: string
  text: string
  updated: Date
}

export type Feed = {
  locale: Locale
  title: string
  description: string
  pageAddress: string
  jsonAddress: string
  atomAddress: string
  items: FeedItem[]
}

/** The latest changes of reports, newest first. Withdrawn and replaced ones stay and say so: readers learn of it. */
export async function loadFeed(archive: Report[], locale: Locale): Promise<Feed> {
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'Attestations' })
  const address = (path: string) => env.SITE_URL + localizedPath(locale, path)
  const pageAddress = address(paths.attestations)
  const published = new Map(archive.map(({ id, createdAt }) => [id, createdAt]))
  const shown = selectPage(archive)?.reports
  const latest = archive
    .map((report) => ({ report, updated: updateOf(report) }))
    .sort((a, b) => b.updated.getTime() - a.updated.getTime())
    .slice(0, maxItems)
  const items = latest.map(({ report, updated }) => ({
    report,
    address: shown?.includes(report) ? `${pageAddress}#${report.id}` : address(pathOfReport(archive, report)),
    title: report.status === 'current' ? report.title : t(`feed.${report.status}`, { title: report.title }),
    text: textOf(report),
    updated,
  }))
  return {
    locale,
    title: t('feed.title'),
    description: t('intro'),
    pageAddress,
    jsonAddress: address(dataFiles.jsonFeed),
    atomAddress: address(dataFiles.atom),
    items,
  }

  // When the entry last changed: with each event, and with its replacement.
  function updateOf({ createdAt, events, replacedById }: Report): Date {
    const replacedAt = replacedById ? published.get(replacedById) : undefined
    const times = [createdAt, replacedAt ?? createdAt, ...events.map(({ at }) => at)]
    return new Date(Math.max(...times.map(Number)))
  }

  // When it was added, the entry itself says.
  function linesOf({ kind, at, reason }: HistoryEvent) {
    if (kind === 'added') return []
    return [t(happened[kind], { day: formatDay(locale, at) }), reason && t('withdrawnReason', { reason })]
  }

  function textOf(report: Report): string {
    const figures = metals.flatMap((metal) => {
      const given = figuresOf(report, metal)
      if (!given) return []
      const { ounces, tokens, coverage } = given
      const share = coverage ? formatShare(locale, coverage) : t('noCoverage')
      const values = {
        metal: t(metal),
        ounces: formatDecimal(locale, ounces),
        tokens: formatDecimal(locale, tokens),
        share,
      }
      return [t('feed.figures', values)]
    })
    const parts = [
      formatMonth(locale, report.reportDate),
      report.description,
      ...figures,
      ...report.history.flatMap(linesOf),
      report.sha256 && `SHA-256: ${report.sha256}`,
    ]
    return parts.filter(Boolean).join('\n')
  }
}
