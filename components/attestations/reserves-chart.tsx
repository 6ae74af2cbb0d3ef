import { useLocale, useTranslations } from 'next-intl'
import type { Metal } from '@/lib/attestations/archive'
import { barPath, gapPath, linePath, scaleAroundZero, scaleFromZero } from '@/lib/attestations/chart'
import { formatDecimal, formatMonth, formatShare } from '@/lib/attestations/format'
import type { Reading } from '@/lib/attestations/series'
import { ChartText } from './chart-text'
import { Plot } from './plot'

type Props = { metal: Metal; readings: Reading[] }

/**
 * One metal over the months: ounces held as a line, tokens as a dashed one, from zero; below, the coverage as its
 * distance from 100 %, which no eye could see between the two lines. Months without figures are marked.
 */
export function ReservesChart({ metal, readings }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const ounces = readings.map(({ figures }) => figures && Number(figures.ounces))
  const tokens = readings.map(({ figures }) => figures && Number(figures.tokens))
  const surplus = readings.map(({ figures }) => (figures?.coverage ? Number(figures.coverage) - 1 : undefined))
  const amounts = scaleFromZero([...ounces, ...tokens])
  const shares = scaleAroundZero(surplus)
  const first = readings[0]?.month ?? ''
  const last = readings.at(-1)
  return (
    <>
      <Plot
        id={`${metal}-plot`}
        readings={readings}
        scale={amounts}
        mark={(value) => formatDecimal(locale, String(value))}
        title={t('chartTitle', {
          metal: t(metal),
          from: formatMonth(locale, first),
          to: formatMonth(locale, last?.until ?? last?.month ?? ''),
        })}
        text={<ChartText readings={readings} />}
      >
        <path className="plot-gap" d={gapPath(readings)} />
        <path className="plot-ounces" d={linePath(ounces, amounts)} />
        <path className="plot-tokens" d={linePath(tokens, amounts)} />
      </Plot>
      <p className="plot-caption small">{t('chartCoverage')}</p>
      <Plot
        id={`${metal}-coverage`}
        className="plot-low"
        readings={readings}
        scale={shares}
        mark={(value) => formatShare(locale, (1 + value).toFixed(6))}
        title={t('chartCoverage')}
      >
        <path className="plot-gap" d={gapPath(readings)} />
        <path className="plot-bar" d={barPath(surplus, shares)} />
      </Plot>
    </>
  )
}
