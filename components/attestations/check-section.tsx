import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { FileCheck } from './file-check'
import { Commands } from './fingerprint'

/** Where a visitor finds out whether a downloaded file is one of the reports. */
export function CheckSection({ archive }: { archive: Report[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const files = archive.flatMap(({ sha256, title, reportDate, status }) =>
    sha256 ? [{ sha256, title, status, month: formatMonth(locale, reportDate) }] : [],
  )
  return (
    <Section id="check" title={t('checkTitle')} intro={t('checkIntro')}>
      <FileCheck files={files} />
      <p className="check-by-hand soft">{t('checkByHand')}</p>
      <Commands />
    </Section>
  )
}
