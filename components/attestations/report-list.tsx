import './year-navigation.css'
import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import { type Entry, type Slot, yearsOf } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { yearPagePath } from '@/lib/routes'
import { EmptyList } from './empty-list'
import { ReportItem, ReportRow } from './report'

type PageProps = { page: ArchivePage; isOperator: boolean }

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

export function YearList({ page, isOperator, year }: PageProps & { year: string }) {
  const entries = yearsOf(page.reports, new Date(), page).flatMap((group) => group.entries)
  const own = entries.filter(({ month, until, report }) => report || until || month.startsWith(year))
  return <List page={page} isOperator={isOperator} entries={own} />
}

type ListProps = PageProps & { entries: Entry[]; labelledBy?: string; heading?: 'h3' | 'h4' }

function List({ page, isOperator, entries, labelledBy = 'reports-title', heading = 'h3' }: ListProps) {
  const first = page.reports.find(({ status }) => status === 'current')
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map(({ month, until, report }) => {
        if (!report) return <MissingMonths key={month} month={month} until={until} />
        const Item = report === first ? ReportItem : ReportRow
        return <Item key={report.id} report={report} page={page} heading={heading} isOperator={isOperator} />
      })}
    </ul>
  )
}

function MissingMonths({ month, until }: Slot) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, month)
  const text = until ? t('missingMonths', { from, to: formatMonth(locale, until) }) : t('missing', { month: from })
  return <li className="report report-missing soft">{text}</li>
}

/** The reports of a page that left the list, withdrawn or replaced, under a disclosure. */
export function History({ page, isOperator }: { page: ArchivePage; isOperator: boolean }) {
  const t = useTranslations('Attestations')
  const gone = page.reports.filter(({ status }) => status !== 'current')
  if (gone.length === 0) return null
  return (
    <Section id="withdrawn" title={t('historyTitle')} intro={t('historyIntro')}>
      <details className="history">
        <summary>{t('historySummary', { count: gone.length })}</summary>
        <ul aria-labelledby="withdrawn-title">
          {gone.map((report) => (
            <ReportRow key={report.id} report={report} page={page} heading="h3" isOperator={isOperator} />
          ))}
        </ul>
      </details>
    </Section>
  )
}

type Props = { page: ArchivePage }

export function PageNavigation({ page: { place, pages } }: Props) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  if (!place || pages === 1) return null
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  return (
    <nav className="report-pages" aria-label={t('pages', { year: place.year })}>
      <ul className="row tabular">
        {numbers.map((page) => (
          <li key={page}>
            <a
              href={localizedPath(locale, yearPagePath({ year: place.year, page }))}
              aria-label={t('page', { page: String(page) })}
              aria-current={page === place.page ? 'page' : undefined}
            >
              {page}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The years that are not shown here; on the page of a year all of them, and the way back to the latest reports. */
export function YearNavigation({ page: { place, years } }: Props) {
  const t = useTranslations('Attestations.years')
  const locale = useLocale()
  if (years.length === 0) return null
  const current = place?.page === 1 ? 'page' : 'true'
  return (
    <nav className="report-years" aria-labelledby="years-title">
      <h3 id="years-title">{t(place ? 'all' : 'earlier')}</h3>
      <ul className="row tabular">
        {place && (
          <li>
            <SiteLink to="attestations">{t('latest')}</SiteLink>
          </li>
        )}
        {years.map((year) => (
          <li key={year}>
            <a
              href={localizedPath(locale, yearPagePath({ year, page: 1 }))}
              aria-current={year === place?.year ? current : undefined}
            >
              {year}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
