import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { isCurrent } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { type ArchivePage, type Entry, type Slot, yearsOf } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { yearPagePath } from '@/lib/routes'
import { EmptyList } from './empty-list'
import { ReportItem } from './report'

type PageProps = { page: ArchivePage; isOperator: boolean }

/** The latest reports, year by year. */
export function LatestList({ page, isOperator }: PageProps) {
  const t = useTranslations('Attestations')
  const years = yearsOf(page.reports, new Date(), page)
  if (years.length === 0) return page.archive.length > 0 ? <p className="empty-state">{t('empty')}</p> : <EmptyList />
  if (years.length === 1) return <List page={page} isOperator={isOperator} entries={years[0]?.entries ?? []} />
  return years.map(({ year, entries }) => (
    <div key={year} className="report-year">
      <h3 id={`reports-${year}`}>{year}</h3>
      <List page={page} isOperator={isOperator} entries={entries} labelledBy={`reports-${year}`} heading="h4" />
    </div>
  ))
}

/** A year's reports. Single months of another year are named on that year's page. */
export function YearList({ page, isOperator, year }: PageProps & { year: string }) {
  const t = useTranslations('Attestations.years')
  const entries = yearsOf(page.reports, new Date(), page).flatMap((group) => group.entries)
  const own = entries.filter(({ month, until, report }) => report || until || month.startsWith(year))
  return (
    <>
      <List page={page} isOperator={isOperator} entries={own} />
      {page.isCut && <p className="soft">{t('cut')}</p>}
    </>
  )
}

type ListProps = PageProps & { entries: Entry[]; labelledBy?: string; heading?: 'h3' | 'h4' }

/** The reports as rows, the page's first one open. */
function List({ page, isOperator, entries, labelledBy = 'reports-title', heading = 'h3' }: ListProps) {
  const first = page.reports.find(isCurrent)
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map(({ month, until, report }) =>
        report ? (
          <ReportItem
            key={report.id}
            report={report}
            page={page}
            heading={heading}
            isOpen={report === first}
            changedBy={isOperator ? 'operator' : 'visitor'}
          />
        ) : (
          <MissingMonths key={month} month={month} until={until} />
        ),
      )}
    </ul>
  )
}

/** A month that has no report, or with `until` a run of them. */
function MissingMonths({ month, until }: Slot) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, month)
  const text = until ? t('missingMonths', { from, to: formatMonth(locale, until) }) : t('missing', { month: from })
  return <li className="report report-missing soft">{text}</li>
}

/** The reports of a page that left the list, withdrawn or replaced, under a disclosure. */
export function History({ page }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const gone = page.reports.filter((report) => !isCurrent(report))
  if (gone.length === 0) return null
  return (
    <Section id="withdrawn" title={t('historyTitle')} intro={t('historyIntro')}>
      <details className="history">
        <summary>{t('historySummary', { count: gone.length })}</summary>
        <ul aria-labelledby="withdrawn-title">
          {gone.map((report) => (
            <ReportItem key={report.id} report={report} page={page} heading="h3" />
          ))}
        </ul>
      </details>
    </Section>
  )
}

/** The years that are not shown here; on the page of a year all of them, and the way back to the latest reports. */
export function YearNavigation({ page: { year: own, years } }: { page: ArchivePage }) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  if (years.length === 0) return null
  return (
    <nav className="report-years" aria-labelledby="years-title">
      <h3 id="years-title">{t(own ? 'all' : 'earlier')}</h3>
      <ul className="row tabular">
        {own && (
          <li>
            <SiteLink to="attestations">{t('latest')}</SiteLink>
          </li>
        )}
        {years.map((year) => (
          <li key={year}>
            <a href={localizedPath(locale, yearPagePath(year))} aria-current={year === own ? 'page' : undefined}>
              {year}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
