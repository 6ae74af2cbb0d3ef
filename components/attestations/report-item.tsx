import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import { FileLink } from './file-link'
import { Fingerprint } from './fingerprint'
import { Manage } from './manage'
import { Changes, MetalFigures, Provenance } from './report-facts'

export type ReportProps = {
  report: Report
  page: ArchivePage
  /** One level below the heading over the list. */
  heading: 'h3' | 'h4'
  isOperator: boolean
}

/** A report in full: its month, what it says, its file and how to check it. */
export function ReportItem({ isOperator, ...entry }: ReportProps) {
  return (
    <li id={entry.report.id} className="report">
      <ReportEntry {...entry}>
        <Manage report={entry.report} isOperator={isOperator} />
      </ReportEntry>
    </li>
  )
}

type EntryProps = Omit<ReportProps, 'isOperator'> & { children?: ReactNode }

/** What a report in full shows, with what comes after it. */
export function ReportEntry({ report, page, heading: Heading, children }: EntryProps) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { title, description, fileUrl, reportDate, sha256 } = report
  return (
    <>
      <time dateTime={reportDate} className="report-month">
        {formatMonth(locale, reportDate)}
      </time>
      <div className="report-body">
        <Heading className="report-title">{title}</Heading>
        {description && <p className="report-description soft">{description}</p>}
        <p>
          <FileLink report={report}>{t('open', { host: new URL(fileUrl).host })}</FileLink>
        </p>
        <MetalFigures report={report} />
        <Provenance report={report} />
        <Changes report={report} page={page} />
        {sha256 && <Fingerprint sha256={sha256} fileUrl={fileUrl} />}
        {children}
      </div>
    </>
  )
}
