import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { isCurrent } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { type ArchivePage, type Entry, groupByYear, type Slot } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { yearPagePath } from '@/lib/routes'
import { EmptyList } from './empty-list'
import { ReportItem } from './report'

type PageProps = { page: ArchivePage; isOperator: boolean }
export function ReportList({ page, isOperator }: PageProps) {
  const t = useTranslations('Attestations')
  const { archive, entries, year, isCut } = page
  if (archive.length === 0) return <EmptyList />
  if (entries.length === 0) return <p className="empty-state">{t('empty')}</p>
  const years = year ? [] : groupByYear(entries)
  if (years.length < 2) {
    return (
      <>
        <List page={page} isOperator={isOperator} entries={entries} />
        {year && isCut && <p className="soft">{t('years.cut')}</p>}
      </>
    )
  }
  return years.map(({ year, entries }) => (
    <div key={year} className="report-year">
      <h3 id={`reports-${year}`}>{year}</h3>
      <List page={page} isOperator={isOperator} entries={entries} labelledBy={`reports-${year}`} heading="h4" />
    </div>
  ))
}

type ListProps = PageProps & { entries: Entry[]; labelledBy?: string; heading?: 'h3' | 'h4' }
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

function MissingMonths({ month, until }: Slot) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, month)
  const text = until ? t('missingMonths', { from, to: formatMonth(locale, until) }) : t('missing', { month: from })
  return <li className="report report-missing soft">{text}</li>
}

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
