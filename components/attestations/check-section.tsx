import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { FileCheck } from './file-check'
import { Commands } from './fingerprint'

/** Where a visitor finds out whether a downloaded file is one of the reports. */
export function CheckSection() {
  const t = useTranslations('Attestations')
  return (
    <Section id="check" title={t('checkTitle')} intro={t('checkIntro')}>
      <FileCheck />
      <p className="check-by-hand soft">{t('checkByHand')}</p>
      <Commands />
    </Section>
  )
}
