import { useLocale, useTranslations } from 'next-intl'
import { isBelow } from '@/lib/attestations/decimal'
import { formatShare } from '@/lib/attestations/format'

type Props = { coverage: string | null }

/** A coverage in a table or list; below 100 % it is marked in words and shape. */
export function Share({ coverage }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (coverage === null) return t('noCoverage')
  const share = formatShare(locale, coverage)
  if (!isBelow(coverage)) return share
  return (
    <strong className="coverage-low">
      {share} <span className="small">{t('belowShort')}</span>
    </strong>
  )
}

/** A coverage as a sentence of its own. */
export function Coverage({ coverage }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (coverage === null) return t('noCoverage')
  const share = formatShare(locale, coverage)
  if (!isBelow(coverage)) return t('coverage', { share })
  return <strong className="coverage-low">{t('coverageBelow', { share })}</strong>
}
