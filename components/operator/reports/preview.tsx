import { useLocale, useTranslations } from 'next-intl'
import { Fingerprint } from '@/components/attestations/fingerprint'
import { ReportFacts } from '@/components/attestations/report-facts'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'

/** A report as its entry on the public page looks, with the parts which that is made of. */
export function Preview({ report, archive }: { report: Report; archive: Report[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { title, description, fileUrl, reportDate, sha256 } = report
  const page = { archive, reports: [], years: [], pages: 1 }
  return (
    <div className="report report-preview">
      <time dateTime={reportDate} className="report-month">
        {formatMonth(locale, reportDate)}
      </time>
      <div className="report-body">
        <h3 className="report-title">{title}</h3>
        {description && <p className="report-description soft">{description}</p>}
        <p>
          <a href={fileUrl} rel="noopener noreferrer" className="text-link">
            {t('open', { host: new URL(fileUrl).host })}
          </a>
        </p>
        <ReportFacts report={report} page={page} />
        {sha256 && <Fingerprint sha256={sha256} fileUrl={fileUrl} />}
      </div>
    </div>
  )
}
