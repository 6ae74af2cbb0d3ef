import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { WhenInteractive } from '@/components/ui/when-interactive'
import { figuresOf, metals, type Report, type ReportEvent } from '@/lib/attestations/archive'
import { kilogramsOf } from '@/lib/attestations/decimal'
import { absoluteAddress, checkCommands } from '@/lib/attestations/files'
import { formatDay, formatDecimal, formatMonth } from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import { type ArchivePage, pathOfReport } from '@/lib/attestations/pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { consoleAddress, draftPath } from '@/lib/operator/console-paths'
import { paths } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { DeleteReport } from './change-list'
import { Coverage, Share } from './coverage'

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
          <FileLink report={report}>{t('open', { host: new URL(absoluteAddress(fileUrl)).host })}</FileLink>
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
  return (
    <>
      {shares.map(({ metal, coverage }) => (
        <span key={metal} className={`report-share tabular text-${metal}`}>
          {t(metal)} <Share coverage={coverage} />
        </span>
      ))}
      {report.asOf && !report.asOf.startsWith(report.reportDate) && (
        <span className="soft small">{t('asOf', { day: formatDay(locale, report.asOf) })}</span>
      )}
    </>
  )
}

type Props = { report: Report; page: ArchivePage }

/** What happened to a report, and the reports it is linked with. */
function Changes({ report, page }: Props) {
  return (
    <>
      <ReportEvents events={report.events} />
      <Links report={report} page={page} />
    </>
  )
}

/** Ounces, tokens and coverage, metal by metal. */
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

/** Who attested the figures, of which day, and when the report was published here. */
function Provenance({ report: { asOf, firm, createdAt } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const day = formatDay(locale, createdAt)
  return (
    <ul className="report-dates soft row">
      {firm && <li>{t('firm', { firm })}</li>}
      {asOf && <li>{t('asOf', { day: formatDay(locale, asOf) })}</li>}
      <li>
        {asOf ? t('publishedAfter', { day, days: daysBetween(asOf, currentDay(createdAt)) }) : t('published', { day })}
      </li>
    </ul>
  )
}

function Links({ report, page: { archive, reports } }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const find = (id: string | null) => (id === null ? undefined : archive.find((other) => other.id === id))
  const replaced = find(report.replacesId)
  const replacement = find(report.replacedById)
  const linkTo = (other: Report) =>
    reports.includes(other) ? `#${other.id}` : localizedPath(locale, pathOfReport(archive, other))
  if (!replaced && !replacement) return null
  return (
    <ul className="report-links row">
      {replaced && (
        <li>
          <a href={linkTo(replaced)}>{t('replaces', { day: formatDay(locale, replaced.createdAt) })}</a>
        </li>
      )}
      {replacement && (
        <li>
          <a href={linkTo(replacement)}>{t('replacedBy', { day: formatDay(locale, replacement.createdAt) })}</a>
        </li>
      )}
    </ul>
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

/** A link to a report's file, named with the report for who hears it alone. */
function FileLink({ report, children }: { report: Report; children: ReactNode }) {
  return (
    <a href={report.fileUrl} rel="noopener noreferrer" className="text-link">
      {children}
      <span className="visually-hidden">{` (${report.title})`}</span>
    </a>
  )
}

/** A report's fingerprint with the commands that print that of a downloaded file. */
function Fingerprint({ sha256, fileUrl }: { sha256: string; fileUrl: string }) {
  const t = useTranslations('Attestations')
  return (
    <details className="fingerprint">
      <summary>
        {`${t('fingerprint')} `}
        <code>{`${sha256.slice(0, 8)}…`}</code>
      </summary>
      <FingerprintDigits sha256={sha256}>
        <p className="soft">{t('fingerprintUse')}</p>
        <Commands fileUrl={fileUrl} />
      </FingerprintDigits>
    </details>
  )
}

/** All digits of a fingerprint, and what to do with them. */
function FingerprintDigits({ sha256, children }: { sha256: string; children: ReactNode }) {
  const t = useTranslations('Attestations')
  return (
    <div className="fingerprint-digits">
      <p className="soft">{t('fingerprintIntro')}</p>
      <code className="digits">{sha256}</code>
      {children}
    </div>
  )
}

/** The commands that print a file's fingerprint. */
export function Commands({ fileUrl }: { fileUrl?: string }) {
  const t = useTranslations('Attestations')
  const commands = checkCommands(fileUrl)
  return (
    <dl className="commands">
      {keysOf(commands).map((system) => (
        <div key={system}>
          <dt className="small">{t(system)}</dt>
          <dd>
            <code>{commands[system]}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What an operator may do with a report: at hand for one who is signed in, out of the way of readers. */
function Manage({ report: { id, title, status }, isOperator }: { report: Report; isOperator: boolean }) {
  const t = useTranslations('Attestations')
  if (status !== 'current') return null
  if (isOperator) {
    return (
      <>
        <DeleteReport id={id} title={title} />
        <Replace id={id} />
      </>
    )
  }
  return (
    <details className="manage needs-script">
      <summary className="soft">{t('manage')}</summary>
      <DeleteReport id={id} title={title} />
    </details>
  )
}

/** Leads to the console's form, filled in from the report. */
function Replace({ id }: { id: string }) {
  const t = useTranslations('OperatorReports')
  return (
    <a className="soft" href={consoleAddress(useLocale(), draftPath('new'), { replaces: id })}>
      {t('replace')}
    </a>
  )
}
