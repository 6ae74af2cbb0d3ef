import { useLocale, useTranslations } from 'next-intl'
import { formatDecimal, formatMonth, formatShare } from '@/lib/attestations/format'
import { countGaps, type Reading } from '@/lib/attestations/series'

/** What the drawing of a metal shows, in a few sentences. */
export function ChartText({ readings }: { readings: Reading[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const given = readings.flatMap(({ month, figures }) => (figures ? [{ month, ...figures }] : []))
  const latest = given.at(-1)
  const lowest = given.toSorted((a, b) => Number(a.coverage ?? Infinity) - Number(b.coverage ?? Infinity))[0]
  if (!latest || !lowest) return null
  const values = {
    to: formatMonth(locale, latest.month),
    ounces: formatDecimal(locale, latest.ounces),
    tokens: formatDecimal(locale, latest.tokens),
    lowest: lowest.coverage ? formatShare(locale, lowest.coverage) : t('noCoverage'),
    lowestMonth: formatMonth(locale, lowest.month),
    gaps: countGaps(readings),
  }
  return t('chartText', values)
}
