import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { Report } from '@/lib/attestations/archive'
import { yearsOf } from '@/lib/attestations/series'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'
import { CheckSection } from './check-section'
import { DataLinks } from './data-links'
import { History } from './history'
import { ProofBox } from './proof-box'
import { MissingMonths, ReportItem } from './report-item'
import { ReservesSection } from './reserves-section'
import { Retry } from './retry'

/** Everything the archive shows: the reserves, the list or its empty state, the history and the ways to check it. */
export function Reports({ archive }: { archive?: Report[] }) {
  const t = useTranslations('Attestations')
  if (!archive) return <Unavailable />
  return (
    <>
      <ReservesSection archive={archive} />
      <Section id="reports" title={t('listTitle')} intro={t('listIntro')}>
        <ReportList archive={archive} />
      </Section>
      <History archive={archive} />
      <CheckSection archive={archive} />
      <ProofBox />
      <DataLinks />
    </>
  )
}

function ReportList({ archive }: { archive: Report[] }) {
  const t = useTranslations('Attestations')
  const years = yearsOf(archive)
  if (years.length === 0) return <p className="empty-state">{t('empty')}</p>
  const grouped = years.length > 1
  return years.map(({ year, entries }) => (
    <div key={year} className="report-year">
      {grouped && <h3 id={`reports-${year}`}>{year}</h3>}
      <ul aria-labelledby={grouped ? `reports-${year}` : 'reports-title'}>
        {entries.map(({ month, until, report }) => {
          if (!report) return <MissingMonths key={month} month={month} until={until} />
          return <ReportItem key={report.id} report={report} archive={archive} heading={grouped ? 'h4' : 'h3'} />
        })}
      </ul>
    </div>
  ))
}

// `data-incomplete` keeps the server from keeping the page (lib/server/rendered-reports.ts).
function Unavailable() {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <div className="frame">
      <p className="empty-state" data-incomplete>
        {t('unavailable')} <Retry href={localizedPath(locale, paths.attestations)}>{t('retry')}</Retry>
      </p>
    </div>
  )
}
