import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import type { ReportEvent } from '@/lib/attestations/report'
import { pathOfReport } from '@/lib/attestations/report-pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officeDate } from '@/lib/i18n/offices'
import { keysOf } from '@/lib/text'

export function ReportEvents({ events }: { events: ReportEvent[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (events.length === 0) return null
  return (
    <ol className="report-events" aria-label={t('eventsLabel')}>
      {events.map(({ sequence, kind, at, reason }) => (
        <li key={sequence} className="row">
          <span>
            {t(kind === 'withdrawn' ? 'withdrawnOn' : 'restoredOn', {
              day: officeDate(new Date(at), locale),
            })}
          </span>{' '}
          {reason && <span>{t('withdrawnReason', { reason })}</span>}
        </li>
      ))}
    </ol>
  )
}

export function Replacements({
  report,
  archive,
}: {
  report: Report
  archive: Report[]
}) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const others = {
    replaces: report.replacesId,
    replacedBy: report.replacedById,
  }
  const links = keysOf(others).flatMap((text) =>
    archive
      .filter(({ id }) => id === others[text])
      .map((other) => ({ text, other })),
  )
  if (links.length === 0) return null
  return (
    <ul className="report-links row">
      {links.map(({ text, other }) => (
        <li key={other.id}>
          <a href={localizedPath(locale, pathOfReport(other))}>
            {t(text, { day: officeDate(new Date(other.createdAt), locale) })}
          </a>
        </li>
      ))}
    </ul>
  )
}
