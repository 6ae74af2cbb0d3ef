import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { WhenInteractive } from '@/components/ui/when-interactive'
import { figuresOf, isCurrent, metals, type Report, type ReportEvent, type Reserves } from '@/lib/attestations/archive'
import { kilogramsOf, maxDecimals } from '@/lib/attestations/decimal'
import { formatDay, formatDecimal, formatMonth } from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import { type ArchivePage, pathOfReport } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { consoleAddress, itemPath } from '@/lib/operator/console-paths'
import { DeleteReport } from './change-list'
import { Coverage, Share } from './coverage'

type Props = {
  report: Report
  page: Pick<ArchivePage, 'archive' | 'reports'>
  /** One level below the heading over the list. */
  heading: 'h3' | 'h4'
  isOpen?: boolean
  /** Who changes the report with its controls; nobody in a preview. */
  changedBy?: 'visitor' | 'operator'
}

/**
 * A report as one row, which opens. The report's address leads into the closed part, so that browsers open it for a link
 * and for a search in the page; what happened to the report is always in sight.
 */
export function ReportItem({ report, page, heading: Heading, isOpen, changedBy }: Props) {
  const t = useTranslations('Attestations')
  const { id, title, reportDate, sha256 } = report
  return (
    <li className="report">
      <details className="report-row" open={isOpen}>
        <summary>
          <Heading className="report-month">
            <time dateTime={reportDate}>{formatMonth(useLocale(), reportDate)}</time>
          </Heading>
          <Shares report={report} />
          {sha256 && <code className="soft">{`${sha256.slice(0, 8)}…`}</code>}
        </summary>
        <div id={id} className="report-body">
          <p className="report-title">{title}</p>
          <Details report={report} />
          {sha256 && <Fingerprint sha256={sha256} />}
          {changedBy === 'visitor' && (
            <WhenInteractive>
              <DeleteByVisitor report={report} />
            </WhenInteractive>
          )}
        </div>
      </details>
      <a href={report.fileUrl} rel="noopener noreferrer" className="text-link">
        {t('file')}
        <span className="visually-hidden">{` (${title})`}</span>
      </a>
      {changedBy === 'operator' && <ChangeByOperator report={report} />}
      <Changes report={report} page={page} />
    </li>
  )
}

function Shares({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const shares = metals.map((metal) => ({ metal, figures: figuresOf(report, metal) }))
  if (shares.every(({ figures }) => !figures)) return <span className="report-name">{report.title}</span>
  return (
    <>
      {shares.map(
        ({ metal, figures }) =>
          figures && (
            <span key={metal} className={`report-share tabular text-${metal}`}>
              {t(metal)} <Share coverage={figures.coverage} />
            </span>
          ),
      )}
      <OtherDay report={report} />
    </>
  )
}

export function OtherDay({ report: { asOf, reportDate } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!asOf || asOf.startsWith(reportDate)) return null
  return <span className="soft small">{t('asOf', { day: formatDay(locale, asOf) })}</span>
}
function Details({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { description, asOf, firm, createdAt } = report
  const day = formatDay(locale, createdAt)
  return (
    <>
      {description && <p className="report-description soft">{description}</p>}
      <MetalFigures report={report} />
      <ul className="report-dates soft row">
        {firm && <li>{t('firm', { firm })}</li>}
        {asOf && <li>{t('asOf', { day: formatDay(locale, asOf) })}</li>}
        <li>
          {asOf
            ? t('publishedAfter', { day, days: daysBetween(asOf, currentDay(createdAt)) })
            : t('published', { day })}
        </li>
      </ul>
    </>
  )
}
export function MetalFigures({ report }: { report: Reserves }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const rows = metals.flatMap((metal) => {
    const figures = figuresOf(report, metal)
    return figures ? [{ metal, ...figures }] : []
  })
  if (rows.length === 0) return null
  return (
    <dl className="report-figures tabular">
      {rows.map(({ metal, ounces, tokens, coverage }) => {
        const places = maxDecimals([ounces, tokens])
        return (
          <div key={metal} className="row">
            <dt className={`text-${metal}`}>{t(metal)}</dt>
            <dd>
              {t('figures', {
                ounces: formatDecimal(locale, ounces, places),
                kilograms: formatDecimal(locale, kilogramsOf(ounces), 3),
                tokens: formatDecimal(locale, tokens, places),
              })}
            </dd>
            <dd className="report-coverage">
              <Coverage coverage={coverage} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
function Changes({ report, page: { archive, reports } }: Pick<Props, 'report' | 'page'>) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const links = [
    { text: 'replaces' as const, other: archive.find(({ id }) => id === report.replacesId) },
    { text: 'replacedBy' as const, other: archive.find(({ id }) => id === report.replacedById) },
  ].flatMap(({ text, other }) => {
    if (!other) return []
    const href = reports.includes(other) ? `#${other.id}` : localizedPath(locale, pathOfReport(other))
    return [{ text: t(text, { day: formatDay(locale, other.createdAt) }), href }]
  })
  return (
    <>
      <ReportEvents events={report.events} />
      {links.length > 0 && (
        <ul className="report-links row">
          {links.map(({ text, href }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </>
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
          <span>{t(kind === 'withdrawn' ? 'withdrawnOn' : 'restoredOn', { day: formatDay(locale, at) })}</span>{' '}
          {reason && <span>{t('withdrawnReason', { reason })}</span>}
        </li>
      ))}
    </ol>
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

function DeleteByVisitor({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  if (!isCurrent(report)) return null
  return (
    <details className="manage needs-script">
      <summary className="soft">{t('manage')}</summary>
      <DeleteReport id={report.id} title={report.title} />
    </details>
  )
}

function ChangeByOperator({ report }: { report: Report }) {
  const t = useTranslations('OperatorReports')
  const locale = useLocale()
  const { id, title } = report
  if (!isCurrent(report)) return null
  return (
    <>
      <DeleteReport id={id} title={title} />
      <a className="soft" href={consoleAddress(locale, itemPath('reports', 'new'), { replaces: id })}>
        {t('replace')}
      </a>
    </>
  )
}
