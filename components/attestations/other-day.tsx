import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { formatDay } from '@/lib/attestations/format'

/** Shows the as-of date if the figures are from outside the report's month. */
export function OtherDay({ report: { asOf, reportDate } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!asOf || asOf.startsWith(reportDate)) return null
  return (
    <span className="soft small">
      {t('asOf', { day: formatDay(locale, asOf) })}
    </span>
  )
}
