import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { isCurrent } from '@/lib/attestations/archive'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { ReportTable } from './report-table'

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
