import { useLocale, useTranslations } from 'next-intl'
import type { ReportEvent } from '@/lib/attestations/events'
import { formatDay } from '@/lib/attestations/format'

/** Every withdrawal and restoration of a report, oldest first: also of one that is on the list again. */
export function ReportEvents({ events }: { events: ReportEvent[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (events.length === 0) return null
  return (
    <ol className="report-events" aria-label={t('eventsLabel')}>
      {events.map(({ sequence, kind, at, reason }) => (
        <li key={sequence} className="row">
          <span>{t(kind === 'withdrawn' ? 'withdrawnOn' : 'restoredOn', { day: formatDay(locale, at) })}</span>{' '}
          {reason && <span>{t('withdrawnReason', { reason })}</span>}
        </li>
      ))}
    </ol>
  )
}
