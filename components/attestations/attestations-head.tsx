import { useLocale, useTranslations } from 'next-intl'
import { formatMonth } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import type { YearPage } from '@/lib/routes'
import { site } from '@/lib/site'
import { AddReport } from './add-report'
import { SignOut } from './sign-out'
import './attestations.css'

type Props = { place?: YearPage; page?: ArchivePage; operator?: string }

/** The page's title and what an operator needs. */
export function AttestationsHead({ place, page, operator }: Props) {
  const t = useTranslations('Attestations')
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
  return (
    <div className="frame page-head">
      <h1>{place ? t('years.title', place) : t('title')}</h1>
      <p className="lead">{place ? t('years.intro') : t('intro')}</p>
      {operator && <SignOut operator={operator} />}
      <AddReport replaceable={replaceable} isPart={reports.length < archive.length} founded={site.founded} />
    </div>
  )
}
