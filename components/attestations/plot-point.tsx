import { useLocale, useTranslations } from 'next-intl'
import type { Report } from '@/lib/attestations/archive'
import {
  formatDay,
  formatFigures,
  formatMonth,
} from '@/lib/attestations/format'
import type { SeriesMonth } from '@/lib/attestations/series'
import { Coverage } from './coverage'

type Props = {
  entry: SeriesMonth
  /**
   * The position in the plot, from 0 at its left edge to 1 at its right edge.
   */
  position: number
  isTabStop: boolean
}

/**
 * Draws one month of the plot: a link to its report, which shows the values on
 * hover and focus.
 */
export function PlotPoint({
  entry: { month, report, figures },
  position,
  isTabStop,
}: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!report || !figures) return <li />
  return (
    <li className={sideOf(position)}>
      <a href={`#${report.id}`} tabIndex={isTabStop ? 0 : -1}>
        <span className="plot-value small tabular">
          <strong>
            {formatMonth(locale, month)}{' '}
            <Coverage coverage={figures.coverage} />
          </strong>{' '}
          <span>{t('chartPoint', formatFigures(locale, figures))}</span>{' '}
          <OtherDay report={report} />
        </span>
      </a>
    </li>
  )
}

/** Shows the as-of date if the figures are from outside the report's month. */
function OtherDay({ report: { asOf, reportDate } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!asOf || asOf.startsWith(reportDate)) return null
  return (
    <span className="soft small">
      {t('asOf', { day: formatDay(locale, asOf) })}
    </span>
  )
}

/** Shows the outer months' values further in, so that they stay on the page. */
function sideOf(position: number) {
  if (position < 0.3) return 'plot-left'
  return position > 0.7 ? 'plot-right' : undefined
}
