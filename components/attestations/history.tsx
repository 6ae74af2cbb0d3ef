import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { ArchivePage } from '@/lib/attestations/pages'
import { ReportRow } from './report-row'

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
