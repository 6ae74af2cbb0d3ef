import { useLocale, useMessages, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { isCurrent } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage, Entry, Slot } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { dataFiles, yearPagePath } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { MetalFigures, ReportItem } from './report'

type PageProps = { page: ArchivePage; isOperator: boolean }

/**
 * The reports and missing months, under a heading per year if there are several
 * years.
 */
export function ReportList({ page, isOperator }: PageProps) {
  const t = useTranslations('Attestations')
  if (page.archive.length === 0) return <EmptyList />
  if (page.entries.length === 0)
    return <p className="empty-state">{t('empty')}</p>
  const years = Map.groupBy(page.entries, ({ month, until = month }) =>
    until.slice(0, 4),
  )
  if (page.year || years.size < 2)
    return <List page={page} isOperator={isOperator} entries={page.entries} />
  return [...years].map(([year, entries]) => (
    <div key={year} className="report-year">
      <h3 id={`reports-${year}`}>{year}</h3>
      <List
        page={page}
        isOperator={isOperator}
        entries={entries}
        labelledBy={`reports-${year}`}
        heading="h4"
      />
    </div>
  ))
}

const sample = {
  goldOunces: '41250.125',
  goldTokens: '41225',
  silverOunces: '2510400.5',
  silverTokens: '2508150',
}

function EmptyList() {
  const t = useTranslations('Attestations')
  const points = keysOf(useMessages().Attestations.first.points)
  const feed = localizedPath(useLocale(), dataFiles.atom)
  return (
    <div className="reports-empty">
      <div>
        <Engraving drawing="detail-controls" />
        <p className="empty-state">{t('empty')}</p>
        <p className="soft">{t('first.issuer')}</p>
        <p>{t('first.intro')}</p>
        <ul className="plain-list">
          {points.map((key) => (
            <li key={key}>{t(`first.points.${key}`)}</li>
          ))}
        </ul>
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

type ListProps = PageProps & {
  entries: Entry[]
  labelledBy?: string
  heading?: 'h3' | 'h4'
}

function List({
  page,
  isOperator,
  entries,
  labelledBy = 'reports-title',
  heading = 'h3',
}: ListProps) {
  const first = page.reports.find(isCurrent)
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map(({ month, until, report }) =>
        report ? (
          <ReportItem
            key={report.id}
            report={report}
            archive={page.archive}
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
  const text = until
    ? t('missingMonths', { from, to: formatMonth(locale, until) })
    : t('missing', { month: from })
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
            <ReportItem
              key={report.id}
              report={report}
              archive={page.archive}
              heading="h3"
            />
          ))}
        </ul>
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
