import { useTranslations } from 'next-intl'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { EmptyList } from './empty-list'
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
      editableBy={isOperator ? 'operator' : 'visitor'}
    />
  )
}
