import { useLocale, useTranslations } from 'next-intl'
import { formatShare } from '@/lib/attestations/format'
import './coverage.css'

type Props = { coverage: string | null; isNamed?: boolean }

/**
 * Shows the coverage in percent, marked if it is below 100%. `isNamed` adds a
 * label, for places that have none next to it.
 */
export function Coverage({ coverage, isNamed }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (coverage === null) return t('noCoverage')
  const share = formatShare(locale, coverage)
  const text = isNamed ? t('coverage', { share }) : share
  if (Number(coverage) >= 1) return text
  return (
    <strong className="coverage-low">
      {text} <span className="small">{t('belowShort')}</span>
    </strong>
  )
}
