import { useLocale, useTranslations } from 'next-intl'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import { type Entry, type Slot, yearsOf } from '@/lib/attestations/series'
import { ReportItem } from './report-item'
import { ReportRow } from './report-row'

type PageProps = { page: ArchivePage; isOperator: boolean }

/** The latest reports, year by year. */
export function LatestList({ page, isOperator }: PageProps) {
  const t = useTranslations('Attestations')
  const years = yearsOf(page.reports, new Date(), page)
  if (years.length === 0) return <p className="empty-state">{t('empty')}</p>
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
  const entries = yearsOf(page.reports, new Date(), page).flatMap((group) => group.entries)
  const own = entries.filter(({ month, until, report }) => report || until || month.startsWith(year))
  return <List page={page} isOperator={isOperator} entries={own} />
}

type ListProps = PageProps & { entries: Entry[]; labelledBy?: string; heading?: 'h3' | 'h4' }

/** The page's first report in full, the others as rows. */
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

/** A month that has no report, or with `until` a run of them. */
function MissingMonths({ month, until }: Slot) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, month)
  const text = until ? t('missingMonths', { from, to: formatMonth(locale, until) }) : t('missing', { month: from })
  return <li className="report report-missing soft">{text}</li>
}
