import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { ArchivePage } from '@/lib/attestations/pages'
import { ReportItem } from './report-item'

/** The reports of a page that left the list, withdrawn or replaced, under a disclosure. */
export function History({ page }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const gone = page.reports.filter(({ status }) => status !== 'current')
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
