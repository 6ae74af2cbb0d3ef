import { useLocale, useTranslations } from 'next-intl'
import { Unbroken } from '@/components/ui/unbroken'
import {
  figuresByMetal,
  isCurrent,
  type Report,
  type ReportedFigures,
} from '@/lib/attestations/archive'
import { formatDay, formatFigures } from '@/lib/attestations/format'
import { daysBetween } from '@/lib/attestations/month'
import { officeDate, officeDay } from '@/lib/i18n/offices'
import { consoleAddress, itemPath } from '@/lib/operator/console-paths'
import { Coverage } from './coverage'
import { Replacements, ReportEvents } from './report-events'

type Props = { report: Report; archive: Report[]; isOperator: boolean }

/**
 * Shows a report's title, which opens its details. The anchor is inside the
 * collapsed part, so that browsers expand it for links and for find-in-page.
 * The report's history is always visible.
 */
export function ReportDetails({ report, archive, isOperator }: Props) {
  const { id, title, description, sha256 } = report
  const lang = report.reportLanguage ?? undefined
  return (
    <>
      <details className="report-details">
        <summary>
          <span lang={lang}>{title}</span>
        </summary>
        <div id={id}>
          {description && (
            <p className="soft" lang={lang}>
              {description}
            </p>
          )}
          <MetalFigures report={report} />
          <Dates report={report} />
          {sha256 && <Fingerprint sha256={sha256} />}
          {isOperator && isCurrent(report) && <ReplaceLink id={id} />}
        </div>
      </details>
      <ReportEvents events={report.events} />
      <Replacements report={report} archive={archive} />
    </>
  )
}

export function MetalFigures({ report }: { report: ReportedFigures }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const rows = figuresByMetal(report)
  if (rows.length === 0) return null
  return (
    <dl className="report-figures tabular">
      {rows.map((figures) => (
        <div key={figures.metal} className="row">
          <dt className={`text-${figures.metal}`}>{t(figures.metal)}</dt>
          <dd>{t('figures', formatFigures(locale, figures))}</dd>
          <dd className="figures-coverage">
            <Coverage coverage={figures.coverage} isNamed />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Dates({ report: { asOf, firm, createdAt } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const day = officeDate(createdAt, locale)
  const publishedOn = officeDay(createdAt)
  return (
    <ul className="report-dates soft row">
      {firm && <li>{t('firm', { firm })}</li>}
      {asOf && <li>{t('asOf', { day: formatDay(locale, asOf) })}</li>}
      <li>
        {asOf && asOf <= publishedOn
          ? t('publishedAfter', { day, days: daysBetween(asOf, publishedOn) })
          : t('published', { day })}
      </li>
    </ul>
  )
}

function Fingerprint({ sha256 }: { sha256: string }) {
  const t = useTranslations('Attestations')
  return (
    <p className="fingerprint soft">
      <Unbroken>{t('fingerprintIntro')}</Unbroken> <code>{sha256}</code>
    </p>
  )
}

function ReplaceLink({ id }: { id: string }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  return (
    <p>
      <a
        href={consoleAddress(locale, itemPath('reports', 'new'), {
          replaces: id,
        })}
      >
        {t('replace')}
      </a>
    </p>
  )
}
