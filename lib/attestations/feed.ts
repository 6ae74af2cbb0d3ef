import { createTranslator } from 'next-intl'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { dataFiles, paths } from '@/lib/routes'
import { figuresOf, metals, type Report } from './archive'
import { formatDecimal, formatMonth, formatShare } from './display'

export type FeedItem = {
  report: Report
  /** The report's place on the page. */
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

/**
 * The reports as news in one language, latest change first. Withdrawn and replaced ones stay, and say so: a reader
 * who has seen them learns of it.
 */
export async function loadFeed(archive: Report[], locale: Locale): Promise<Feed> {
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'Attestations' })
  const address = (path: string) => env.SITE_URL + localizedPath(locale, path)
  const pageAddress = address(paths.attestations)
  const items = archive.map((report) => ({
    report,
    address: `${pageAddress}#${report.id}`,
    title: report.status === 'current' ? report.title : t(`feed.${report.status}`, { title: report.title }),
    text: textOf(report),
    updated: report.withdrawnAt ?? report.restoredAt ?? report.createdAt,
  }))
  return {
    locale,
    title: t('feed.title'),
    description: t('intro'),
    pageAddress,
    jsonAddress: address(dataFiles.jsonFeed),
    atomAddress: address(dataFiles.atom),
    items: items.sort((a, b) => b.updated.getTime() - a.updated.getTime()),
  }

  function textOf(report: Report): string {
    const figures = metals.flatMap((metal) => {
      const { ounces, tokens, coverage } = figuresOf(report, metal) ?? {}
      if (ounces === undefined || tokens === undefined) return []
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
      report.withdrawnReason && t('withdrawnReason', { reason: report.withdrawnReason }),
      report.sha256 && `SHA-256: ${report.sha256}`,
    ]
    return parts.filter(Boolean).join('\n')
  }
}
