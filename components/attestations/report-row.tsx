import { useLocale, useTranslations } from 'next-intl'
import { WhenInteractive } from '@/components/ui/when-interactive'
import { figuresOf, metals, type Report } from '@/lib/attestations/archive'
import { formatMonth, formatShare } from '@/lib/attestations/format'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'
import { FileLink } from './file-link'
import { FingerprintDigits } from './fingerprint'
import { Manage } from './manage'
import { Changes, MetalFigures, Provenance } from './report-facts'
import type { ReportProps } from './report-item'

/**
 * A report as one row, which opens. The report's address leads into what is closed, so that browsers open it for a link
 * and for words that are searched for; what happened to the report is always in sight.
 */
export function ReportRow({ report, page, heading: Heading, isOperator }: ReportProps) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { id, title, description, reportDate, sha256 } = report
  return (
    <li className="report">
      <details className="report-row">
        <summary>
          <Heading className="report-month">{formatMonth(locale, reportDate)}</Heading>
          <Shares report={report} />
          {sha256 && <code className="soft">{`${sha256.slice(0, 8)}…`}</code>}
        </summary>
        <div id={id} className="report-body">
          <p className="report-title">{title}</p>
          {description && <p className="report-description soft">{description}</p>}
          <MetalFigures report={report} />
          <Provenance report={report} />
          {sha256 && (
            <FingerprintDigits sha256={sha256}>
              <a href={`${localizedPath(locale, paths.attestations)}#check`} className="text-link">
                {t('checkTitle')}
              </a>
            </FingerprintDigits>
          )}
          {!isOperator && (
            <WhenInteractive>
              <Manage report={report} isOperator={false} />
            </WhenInteractive>
          )}
        </div>
      </details>
      <FileLink report={report}>{t('file')}</FileLink>
      {isOperator && <Manage report={report} isOperator />}
      <Changes report={report} page={page} />
    </li>
  )
}

/** The coverage of each metal, or the title of a report without figures. */
function Shares({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const shares = metals.flatMap((metal) => {
    const figures = figuresOf(report, metal)
    return figures ? [{ metal, coverage: figures.coverage }] : []
  })
  if (shares.length === 0) return <span className="report-name">{report.title}</span>
  return shares.map(({ metal, coverage }) => (
    <span key={metal} className={`report-share tabular text-${metal}`}>
      {`${t(metal)} ${coverage ? formatShare(locale, coverage) : t('noCoverage')}`}
    </span>
  ))
}
