import { useLocale, useTranslations } from 'next-intl'
import type { Metal } from '@/lib/attestations/archive'
import { excessOf } from '@/lib/attestations/coverage'
import { maxDecimals } from '@/lib/attestations/decimal'
import {
  formatDay,
  formatDecimal,
  formatMonth,
} from '@/lib/attestations/format'
import type { SeriesMonth } from '@/lib/attestations/series'
import { Coverage } from './coverage'

type Props = { metal: Metal; months: SeriesMonth[] }

/** Shows the latest figures of a metal, as the caption of its chart. */
export function LatestReserves({ metal, months }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { month, figures, report } =
    months.findLast(({ figures }) => figures) ?? {}
  if (!month || !figures) return null
  const { ounces, tokens, coverage } = figures
  const excess = excessOf(ounces, tokens)
  const isShort = excess.startsWith('-')
  const places = maxDecimals([ounces, tokens])
  const values = [
    { label: t('heldLabel'), value: ounces },
    { label: t('outstandingLabel'), value: tokens },
    {
      label: t(isShort ? 'shortfallLabel' : 'excessLabel'),
      value: excess.replace('-', ''),
      isLow: isShort,
    },
  ]
  return (
    <figcaption className="reserves-latest tabular">
      <p className="row">
        <strong>{t(metal)}</strong>
        <span>{formatMonth(locale, month)}</span>
        <span>
          <Coverage coverage={coverage} isNamed />
        </span>
        {report?.asOf && (
          <span className="soft small">
            {t('asOf', { day: formatDay(locale, report.asOf) })}
          </span>
        )}
      </p>
      <dl className="reserves-figures">
        {values.map(({ label, value, isLow }) => (
          <div key={label} className={isLow ? 'coverage-low' : undefined}>
            <dt className="note">{label}</dt>
            <dd>{formatDecimal(locale, value, places)}</dd>
          </div>
        ))}
      </dl>
    </figcaption>
  )
}
