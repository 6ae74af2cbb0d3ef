import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import type { Slot } from '@/lib/attestations/series'
import { ChangeReport } from './change-report'
import { Fingerprint } from './fingerprint'
import { ReportFacts } from './report-facts'

type Props = {
  report: Report
  page: ArchivePage
  /** One level below the heading over the list. */
  heading: 'h3' | 'h4'
}

/** A report of the list or of the history: its month, what it says, its file and how to check it. */
export function ReportItem({ report, page, heading: Heading }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { id, title, description, fileUrl, reportDate, sha256, status } = report
  return (
    <li id={id} className="report">
      <time dateTime={reportDate} className="report-month">
        {formatMonth(locale, reportDate)}
      </time>
      <div className="report-body">
        <Heading className="report-title">{title}</Heading>
        {description && <p className="report-description soft">{description}</p>}
        <p>
          <a href={fileUrl} rel="noopener noreferrer" className="text-link">
            {t('open', { host: new URL(fileUrl).host })}
            <span className="visually-hidden">{` (${title})`}</span>
          </a>
        </p>
        <ReportFacts report={report} page={page} />
        {sha256 && <Fingerprint sha256={sha256} fileUrl={fileUrl} />}
      </div>
      {status !== 'replaced' && (
        <ChangeReport id={id} title={title} change={status === 'current' ? 'delete' : 'restore'} />
      )}
    </li>
  )
}

/** A month that has no report, or with `until` a run of them. */
export function MissingMonths({ month, until }: Slot) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, month)
  const text = until ? t('missingMonths', { from, to: formatMonth(locale, until) }) : t('missing', { month: from })
  return <li className="report report-missing soft">{text}</li>
}
