import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import { formatBytes } from '@/lib/attestations/format'

type Props = {
  report: Pick<Report, 'title' | 'reportLanguage' | 'fileUrl' | 'fileBytes'>
  /** Shows only the format, below a heading that names the file. */
  isShort?: boolean
}

/** Links to a report's file, and names the report for screen readers. */
export function ReportFile({
  report: { title, reportLanguage, fileUrl, fileBytes },
  isShort,
}: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const format = /\.pdf$/i.test(fileUrl) ? 'pdf' : 'other'
  const size = fileBytes === null ? 'none' : formatBytes(locale, fileBytes)
  return (
    <a href={fileUrl} rel="noopener noreferrer" className="text-link">
      {t(isShort ? 'fileFormat' : 'file', { format, size })}
      <span className="visually-hidden">
        {' ('}
        <span lang={reportLanguage ?? undefined}>{title}</span>
        {')'}
      </span>
    </a>
  )
}
