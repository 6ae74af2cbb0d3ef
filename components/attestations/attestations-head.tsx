import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { site } from '@/lib/site'
import { AddReport } from './add-report'
import { SignOut } from './sign-out'
import './attestations.css'

/** The page's title and what an operator needs. */
export function AttestationsHead({ archive, operator }: { archive: Report[]; operator?: string }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const replaceable = archive
    .filter(({ replacedById }) => replacedById === null)
    .map(({ id, title, reportDate }) => ({ id, label: `${formatMonth(locale, reportDate)} · ${title}` }))
  return (
    <div className="frame page-head">
      <h1>{t('title')}</h1>
      <p className="lead">{t('intro')}</p>
      {operator && <SignOut operator={operator} />}
      <AddReport replaceable={replaceable} founded={site.founded} />
    </div>
  )
}
