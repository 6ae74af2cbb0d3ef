import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { WhenInteractive } from '@/components/ui/when-interactive'
import {
  figuresByMetal,
  isCurrent,
  type Report,
  type Reserves,
} from '@/lib/attestations/archive'
import {
  formatDay,
  formatFigures,
  formatMonth,
} from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import type { ReportEvent } from '@/lib/attestations/report'
import { pathOfReport } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { officeDate } from '@/lib/i18n/offices'
import { consoleAddress, itemPath } from '@/lib/operator/console-paths'
import { DeleteReport } from './change-list'
import { Coverage } from './coverage'
import { ReportFile } from './report-file'

type Props = {
  report: Report
  archive: Report[]
  /** One level below the heading above the list. */
  heading: 'h3' | 'h4'
  isOpen?: boolean
  /**
   * Selects the controls for changing the report; unset in a preview, which has
   * none.
   */
  changedBy?: 'visitor' | 'operator'
}

/**
 * A report as an expandable row. Its anchor is inside the collapsed part, so
 * that browsers expand it for links and for find-in-page; the report's history
 * is always visible.
 */
export function ReportItem({
  report,
  archive,
  heading: Heading,
  isOpen,
  changedBy,
}: Props) {
  const { id, title, reportDate, reportLanguage, sha256 } = report
  return (
    <li className="report">
      <details className="report-row" open={isOpen}>
        <summary>
          <Heading className="report-month">
            <time dateTime={reportDate}>
              {formatMonth(useLocale(), reportDate)}
            </time>
          </Heading>
          <Shares report={report} />
          {sha256 && <code className="soft">{`${sha256.slice(0, 8)}…`}</code>}
        </summary>
        <div id={id} className="report-body">
          <p className="report-title" lang={reportLanguage ?? undefined}>
            {title}
          </p>
          <Details report={report} />
          {sha256 && <Fingerprint sha256={sha256} />}
          {changedBy && isCurrent(report) && (
            <WhenInteractive>
              <Manage report={report} isOperator={changedBy === 'operator'} />
            </WhenInteractive>
          )}
        </div>
      </details>
      <ReportFile report={report} />
      <ReportEvents events={report.events} />
      <Replacements report={report} archive={archive} />
    </li>
  )
}

function Shares({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const figures = figuresByMetal(report)
  if (figures.length === 0)
    return <span className="report-name">{report.title}</span>
  return (
    <>
      {figures.map(({ metal, coverage }) => (
        <span key={metal} className={`report-share tabular text-${metal}`}>
          {t(metal)} <Coverage coverage={coverage} />
        </span>
      ))}
      <OtherDay report={report} />
    </>
  )
}

/** The as-of date, if the figures are from outside the report's month. */
export function OtherDay({ report: { asOf, reportDate } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!asOf || asOf.startsWith(reportDate)) return null
  return (
    <span className="soft small">
      {t('asOf', { day: formatDay(locale, asOf) })}
    </span>
  )
}

function Details({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { description, asOf, firm, createdAt } = report
  const day = officeDate(new Date(createdAt), locale)
  return (
    <>
      {description && <p className="report-description soft">{description}</p>}
      <MetalFigures report={report} />
      <ul className="report-dates soft row">
        {firm && <li>{t('firm', { firm })}</li>}
        {asOf && <li>{t('asOf', { day: formatDay(locale, asOf) })}</li>}
        <li>
          {asOf
            ? t('publishedAfter', {
                day,
                days: daysBetween(asOf, currentDay(createdAt)),
              })
            : t('published', { day })}
        </li>
      </ul>
    </>
  )
}

export function MetalFigures({ report }: { report: Reserves }) {
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
          <dd className="report-coverage">
            <Coverage coverage={figures.coverage} isNamed />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function ReportEvents({ events }: { events: ReportEvent[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (events.length === 0) return null
  return (
    <ol className="report-events" aria-label={t('eventsLabel')}>
      {events.map(({ sequence, kind, at, reason }) => (
        <li key={sequence} className="row">
          <span>
            {t(kind === 'withdrawn' ? 'withdrawnOn' : 'restoredOn', {
              day: officeDate(new Date(at), locale),
            })}
          </span>{' '}
          {reason && <span>{t('withdrawnReason', { reason })}</span>}
        </li>
      ))}
    </ol>
  )
}

function Replacements({
  report,
  archive,
}: {
  report: Report
  archive: Report[]
}) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const links = [
    {
      text: 'replaces' as const,
      other: archive.find(({ id }) => id === report.replacesId),
    },
    {
      text: 'replacedBy' as const,
      other: archive.find(({ id }) => id === report.replacedById),
    },
  ].flatMap(({ text, other }) => (other ? [{ text, other }] : []))
  if (links.length === 0) return null
  return (
    <ul className="report-links row">
      {links.map(({ text, other }) => (
        <li key={other.id}>
          <a href={localizedPath(locale, pathOfReport(other))}>
            {t(text, { day: officeDate(new Date(other.createdAt), locale) })}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Fingerprint({ sha256 }: { sha256: string }) {
  const t = useTranslations('Attestations')
  return (
    <div className="fingerprint-digits">
      <p className="soft">{t('fingerprintIntro')}</p>
      <code className="digits">{sha256}</code>
      <SiteLink to="attestations" fragment="check" className="text-link">
        {t('checkTitle')}
      </SiteLink>
    </div>
  )
}

function Manage({
  report: { id, title },
  isOperator,
}: {
  report: Report
  isOperator: boolean
}) {
  const t = useTranslations('Attestations')
  const texts = useTranslations('OperatorReports')
  const locale = useLocale()
  return (
    <details className="manage needs-script">
      <summary className="soft">{t('manage')}</summary>
      <DeleteReport id={id} title={title} />
      {isOperator && (
        <a
          href={consoleAddress(locale, itemPath('reports', 'new'), {
            replaces: id,
          })}
        >
          {texts('replace')}
        </a>
      )}
    </details>
  )
}
