import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { ArchivePage } from '@/lib/attestations/pages'
import { type Entry, yearsOf } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths, type YearPage, yearPagePath } from '@/lib/routes'
import { CheckSection } from './check-section'
import { DataLinks } from './data-links'
import { History } from './history'
import { ProofBox } from './proof-box'
import { MissingMonths, ReportItem } from './report-item'
import { ReservesSection } from './reserves-section'
import { Retry } from './retry'
import { PageNavigation, YearNavigation } from './year-navigation'

/** What a page shows of the archive: reserves, list, years and history; on the first page how to check a report, too. */
export function Reports({ page, place }: { page?: ArchivePage; place?: YearPage }) {
  const t = useTranslations('Attestations')
  if (!page) return <Unavailable path={place ? yearPagePath(place) : paths.attestations} />
  return (
    <>
      <ReservesSection page={page} />
      <Section id="reports" title={t('listTitle')} intro={t('listIntro')}>
        {place ? <YearList page={page} year={place.year} /> : <LatestList page={page} />}
        <PageNavigation page={page} />
        <YearNavigation page={page} />
      </Section>
      <History page={page} />
      {!place && (
        <>
          <CheckSection />
          <ProofBox />
          <DataLinks />
        </>
      )}
    </>
  )
}

function LatestList({ page }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const years = yearsOf(page.reports, new Date(), page)
  if (years.length === 0) return <p className="empty-state">{t('empty')}</p>
  if (years.length === 1) return <List page={page} entries={years[0]?.entries ?? []} />
  return years.map(({ year, entries }) => (
    <div key={year} className="report-year">
      <h3 id={`reports-${year}`}>{year}</h3>
      <List page={page} entries={entries} labelledBy={`reports-${year}`} heading="h4" />
    </div>
  ))
}

// Single months of another year are named on that year's page.
function YearList({ page, year }: { page: ArchivePage; year: string }) {
  const entries = yearsOf(page.reports, new Date(), page).flatMap((group) => group.entries)
  const own = entries.filter(({ month, until, report }) => report || until || month.startsWith(year))
  return <List page={page} entries={own} />
}

type ListProps = { page: ArchivePage; entries: Entry[]; labelledBy?: string; heading?: 'h3' | 'h4' }

function List({ page, entries, labelledBy = 'reports-title', heading = 'h3' }: ListProps) {
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map(({ month, until, report }) => {
        if (!report) return <MissingMonths key={month} month={month} until={until} />
        return <ReportItem key={report.id} report={report} page={page} heading={heading} />
      })}
    </ul>
  )
}

// `data-incomplete` keeps the server from keeping the page (lib/server/rendered-reports.ts).
function Unavailable({ path }: { path: string }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <div className="frame">
      <p className="empty-state" data-incomplete>
        {t('unavailable')} <Retry href={localizedPath(locale, path)}>{t('retry')}</Retry>
      </p>
    </div>
  )
}
