import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { isCurrent, type ReportedFigures } from '@/lib/attestations/archive'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles, yearPagePath } from '@/lib/routes'
import { site } from '@/lib/site'
import { FirstPoints } from './first-points'
import { MetalFigures } from './report-details'
import { ReportTable } from './report-table'

type PageProps = { page: ArchivePage; isOperator: boolean }

/**
 * Lists the reports, by year if there are several years, and the missing months
 * if the brand confirms a report every month.
 */
export function ReportList({ page, isOperator }: PageProps) {
  const t = useTranslations('Attestations')
  if (page.archive.length === 0 && t.has('first.intro')) return <EmptyList />
  const entries = page.entries.filter(
    ({ report }) => report || t.has('missing'),
  )
  if (entries.length === 0) return <p className="empty-state">{t('empty')}</p>
  return (
    <ReportTable
      entries={entries}
      archive={page.archive}
      labelledBy="reports-title"
      hasYears={!page.year}
      changedBy={isOperator ? 'operator' : 'visitor'}
    />
  )
}

const samples = {
  gold: { goldOunces: '41250.125', goldTokens: '41225.375' },
  silver: { silverOunces: '2510400.518', silverTokens: '2508150.625' },
}
const sample: ReportedFigures = Object.assign(
  {
    goldOunces: null,
    goldTokens: null,
    silverOunces: null,
    silverTokens: null,
  },
  ...site.metals.map((metal) => samples[metal]),
)

function EmptyList() {
  const t = useTranslations('Attestations')
  const feed = localizedPath(useLocale(), dataFiles.atom)
  return (
    <div className="reports-empty">
      <div>
        <p className="empty-state">{t('empty')}</p>
        <p className="soft">{t('first.issuer')}</p>
        <p>{t('first.intro')}</p>
        <FirstPoints className="plain-list" />
        <p>
          {t('first.feed')} <a href={feed}>{t('data.atom')}</a>
        </p>
      </div>
      <section className="report-sample" aria-labelledby="sample-title">
        <h3 id="sample-title" className="eyebrow">
          {t('first.sampleTitle')}
        </h3>
        <MetalFigures report={sample} />
        <p className="note">{t('first.sampleNote')}</p>
      </section>
    </div>
  )
}

export function FormerReports({ page }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const gone = page.reports.filter((report) => !isCurrent(report))
  if (gone.length === 0) return null
  return (
    <Section id="withdrawn" title={t('historyTitle')} intro={t('historyIntro')}>
      <details className="history">
        <summary>{t('historySummary', { count: gone.length })}</summary>
        <ReportTable
          entries={gone.map((report) => ({ month: report.reportDate, report }))}
          archive={page.archive}
          labelledBy="withdrawn-title"
        />
      </details>
    </Section>
  )
}

export function YearNavigation({
  page: { year: own, years },
}: {
  page: ArchivePage
}) {
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
            <a
              href={localizedPath(locale, yearPagePath(year))}
              aria-current={year === own ? 'page' : undefined}
            >
              {year}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
