import { useLocale, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import type { Report } from '@/lib/attestations/archive'
import { formatDay, formatMonth } from '@/lib/attestations/format'
import { consoleAddress, consolePaths } from '@/lib/operator/console-paths'
import { firstMetal } from '@/lib/site'
import './certificate.css'

type Props = {
  title: string
  intro: string
  /** The newest report on the page. The seal shows its month and firm. */
  report?: Report
  operator?: string
}

/** Renders the head of the page as a certificate, with a seal at its edge. */
export function Certificate({ title, intro, report, operator }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const locale = useLocale()
  return (
    <div className="certificate">
      <div className="frame certificate-frame">
        <div className="certificate-text">
          <h1>{title}</h1>
          <p className="lead">{intro}</p>
          {operator && (
            <p className="note">
              <a href={consoleAddress(locale, consolePaths.reports)}>
                {t('signedIn', { operator })}
              </a>
            </p>
          )}
        </div>
        <div className="seal">
          <Engraving drawing={`rosette-${firstMetal}`} />
          {report && <SealText report={report} />}
        </div>
      </div>
    </div>
  )
}

function SealText({ report: { reportDate, firm, asOf } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  // Splits the sentence at its day, so that the day can stay on one line.
  const [beforeDay, afterDay] = t('asOf', { day: '\n' }).split('\n')
  return (
    <div className="seal-text">
      <p className="seal-month">{formatMonth(locale, reportDate)}</p>
      {firm && <p>{firm}</p>}
      {asOf && (
        <p className="small">
          {beforeDay}
          <span className="seal-day">{formatDay(locale, asOf)}</span>
          {afterDay}
        </p>
      )}
    </div>
  )
}
