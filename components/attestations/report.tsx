import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SiteLink } from '@/components/ui/links'
import { WhenInteractive } from '@/components/ui/when-interactive'
import { figuresOf, isCurrent, metals, type Report, type ReportEvent } from '@/lib/attestations/archive'
import { kilogramsOf } from '@/lib/attestations/decimal'
import { absoluteAddress } from '@/lib/attestations/files'
import { formatDay, formatDecimal, formatMonth } from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import { type ArchivePage, pathOfReport } from '@/lib/attestations/pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { consoleAddress, draftPath } from '@/lib/operator/console-paths'
import { DeleteReport } from './change-list'
import { Coverage, Share } from './coverage'

type Props = { report: Report; page: ArchivePage }

/** `heading` is one level below the heading over the list. */
export type ReportProps = Props & { heading: 'h3' | 'h4'; isOperator: boolean }

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

export function ReportEntry({ report, page, heading: Heading, children }: EntryProps) {
  const t = useTranslations('Attestations')
  const { title, fileUrl, reportDate, sha256 } = report
  return (
    <>
      <time dateTime={reportDate} className="report-month">
        {formatMonth(useLocale(), reportDate)}
      </time>
      <div className="report-body">
        <Heading className="report-title">{title}</Heading>
        <Details report={report}>
          <p>
            <FileLink report={report}>{t('open', { host: new URL(absoluteAddress(fileUrl)).host })}</FileLink>
          </p>
        </Details>
        <Changes report={report} page={page} />
        {sha256 && (
          <details className="fingerprint">
            <summary>
              {`${t('fingerprint')} `}
              <code>{`${sha256.slice(0, 8)}…`}</code>
            </summary>
            <Fingerprint sha256={sha256} />
          </details>
        )}
        {children}
      </div>
    </>
  )
}

/**
 * A report as one row, which opens. The report's address leads into the closed part, so that browsers open it for a link
 * and for a search in the page; what happened to the report is always in sight.
 */
export function ReportRow({ report, page, heading: Heading, isOperator }: ReportProps) {
  const t = useTranslations('Attestations')
  const { id, title, reportDate, sha256 } = report
  return (
    <li className="report">
      <details className="report-row">
        <summary>
          <Heading className="report-month">{formatMonth(useLocale(), reportDate)}</Heading>
          <Shares report={report} />
          {sha256 && <code className="soft">{`${sha256.slice(0, 8)}…`}</code>}
        </summary>
        <div id={id} className="report-body">
          <p className="report-title">{title}</p>
          <Details report={report} />
          {sha256 && <Fingerprint sha256={sha256} />}
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

/** The as-of date of figures that are of a day outside the report's month. */
export function OtherDay({ report: { asOf, reportDate } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!asOf || asOf.startsWith(reportDate)) return null
  return <span className="soft small">{t('asOf', { day: formatDay(locale, asOf) })}</span>
}

function Details({ report, children }: { report: Report; children?: ReactNode }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { description, asOf, firm, createdAt } = report
  const day = formatDay(locale, createdAt)
  return (
    <>
      {description && <p className="report-description soft">{description}</p>}
      {children}
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

export function MetalFigures({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const rows = metals.flatMap((metal) => {
    const figures = figuresOf(report, metal)
    return figures ? [{ metal, ...figures }] : []
  })
  if (rows.length === 0) return null
  return (
    <dl className="report-figures tabular">
      {rows.map(({ metal, ounces, tokens, coverage }) => (
        <div key={metal} className="row">
          <dt className={`text-${metal}`}>{t(metal)}</dt>
          <dd>
            {t('figures', {
              ounces: formatDecimal(locale, ounces),
              kilograms: formatDecimal(locale, kilogramsOf(ounces), 3),
              tokens: formatDecimal(locale, tokens),
            })}
          </dd>
          <dd className="report-coverage">
            <Coverage coverage={coverage} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ report, page: { archive, reports } }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const links = [
    { text: 'replaces' as const, other: archive.find(({ id }) => id === report.replacesId) },
    { text: 'replacedBy' as const, other: archive.find(({ id }) => id === report.replacedById) },
  ].flatMap(({ text, other }) => {
    if (!other) return []
    const href = reports.includes(other) ? `#${other.id}` : localizedPath(locale, pathOfReport(archive, other))
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

/** Every withdrawal and restoration of a report, oldest first: also of one that is on the list again. */
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

function FileLink({ report, children }: { report: Report; children: ReactNode }) {
  return (
    <a href={report.fileUrl} rel="noopener noreferrer" className="text-link">
      {children}
      <span className="visually-hidden">{` (${report.title})`}</span>
    </a>
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

/** The changes an operator can make to a report: in sight when signed in, behind a disclosure for readers. */
function Manage({ report, isOperator }: { report: Report; isOperator: boolean }) {
  const t = useTranslations('Attestations')
  const tConsole = useTranslations('OperatorReports')
  const locale = useLocale()
  const { id, title } = report
  if (!isCurrent(report)) return null
  if (!isOperator) {
    return (
      <details className="manage needs-script">
        <summary className="soft">{t('manage')}</summary>
        <DeleteReport id={id} title={title} />
      </details>
    )
  }
  return (
    <>
      <DeleteReport id={id} title={title} />
      <a className="soft" href={consoleAddress(locale, draftPath('new'), { replaces: id })}>
        {tConsole('replace')}
      </a>
    </>
  )
}
