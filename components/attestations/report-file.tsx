import { useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'

/** A link to a report's file, which names the report for screen readers. */
export function ReportFile({ report: { title, fileUrl } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const format = /\.pdf$/i.test(fileUrl) ? 'pdf' : 'other'
  return (
    <a href={fileUrl} rel="noopener noreferrer" className="text-link">
      {t('file', { format })}
      <span className="visually-hidden">{` (${title})`}</span>
    </a>
  )
}
