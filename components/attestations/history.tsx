import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { Report } from '@/lib/attestations/archive'
import { ReportItem } from './report-item'

/** The reports that left the list, withdrawn or replaced, under a disclosure. */
export function History({ archive }: { archive: Report[] }) {
  const t = useTranslations('Attestations')
  const gone = archive.filter(({ status }) => status !== 'current')
  if (gone.length === 0) return null
  return (
    <Section id="withdrawn" title={t('historyTitle')} intro={t('historyIntro')}>
      <details className="history">
        <summary>{t('historySummary', { count: gone.length })}</summary>
        <ul aria-labelledby="withdrawn-title">
          {gone.map((report) => (
            <ReportItem key={report.id} report={report} archive={archive} heading="h3" />
          ))}
        </ul>
      </details>
    </Section>
  )
}
