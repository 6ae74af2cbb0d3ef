import { useLocale } from 'next-intl'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import { site } from '@/lib/site'
import { AddReport } from './add-report'

/** The control at the end of the list's header: a quiet one for readers, a button for a signed-in operator. */
export function ListAction({ page, isOperator }: { page?: ArchivePage; isOperator: boolean }) {
  const locale = useLocale()
  const { archive = [], reports = [] } = page ?? {}
  const replaceable = reports
    .filter(({ replacedById }) => replacedById === null)
    .map(({ id, title, reportDate, status }) => ({
      id,
      label: `${formatMonth(locale, reportDate)} · ${title}`,
      title,
      month: reportDate,
      isCurrent: status === 'current',
    }))
  const isPart = reports.length < archive.length
  return <AddReport replaceable={replaceable} isPart={isPart} founded={site.founded} isProminent={isOperator} />
}
