import { useLocale, useTranslations } from 'next-intl'
import type { Metal } from '@/lib/attestations/archive'
import {
  areaPath,
  axisMarks,
  barPath,
  gapPath,
  monthWidth,
  plotHeight,
  rulePath,
  scaleAroundZero,
  scaleFromZero,
  stepPath,
} from '@/lib/attestations/chart'
import {
  formatDecimal,
  formatMonth,
  formatShare,
  formatShortMonth,
} from '@/lib/attestations/format'
import type { SeriesMonth } from '@/lib/attestations/series'
import { PlotKeys } from './plot-keys'
import { PlotPoint } from './plot-point'

type Props = { metal: Metal; months: SeriesMonth[] }

/**
 * Plots ounces held against tokens outstanding by month, and coverage below.
 * The drawings stretch to the page's width but their strokes do not. Labels are
 * HTML, so that they keep their size on a narrow screen.
 */
export function ReservesChart({ metal, months }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const last = months.at(-1)
  const from = formatMonth(locale, months[0]?.month ?? '')
  const to = formatMonth(locale, last?.until ?? last?.month ?? '')
  const gaps = months.filter(({ figures }) => !figures).length
  const latest = months.findLastIndex(({ figures }) => figures)
  return (
    <>
      <p className="plot-legend small row">
        <span className="legend-held">{t('heldLabel')}</span>
        <span className="legend-outstanding">{t('outstandingLabel')}</span>
      </p>
      <div className="plot">
        <MetalPlot
          metal={metal}
          months={months}
          label={t('chartTitle', { metal: t(metal), from, to })}
        />
        <p className="plot-caption small">{t('chartCoverage', { gaps })}</p>
        <CoverageStrip months={months} />
        <PlotKeys label={t('chartKeys', { metal: t(metal) })}>
          {months.map((entry, index) => (
            <PlotPoint
              key={entry.month}
              entry={entry}
              position={index / months.length}
              isTabStop={index === latest}
            />
          ))}
        </PlotKeys>
        <MonthAxis months={months} />
      </div>
    </>
  )
}

function MetalPlot({ metal, months, label }: Props & { label: string }) {
  const locale = useLocale()
  const held = months.map(({ figures }) => figures && Number(figures.ounces))
  const outstanding = months.map(
    ({ figures }) => figures && Number(figures.tokens),
  )
  const scale = scaleFromZero([...held, ...outstanding])
  const marks = [scale.high, scale.high / 2, 0]
  const clip = `held-${metal}`
  const width = months.length * monthWidth
  return (
    <>
      <ul className="plot-marks tabular" aria-hidden="true">
        {marks.map((value) => (
          <li key={value}>{formatDecimal(locale, String(value))}</li>
        ))}
      </ul>
      <svg
        className="plot-metal"
        viewBox={`0 0 ${width} ${plotHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <clipPath id={clip}>
          <path d={areaPath(held, scale)} />
        </clipPath>
        <path className="plot-rule" d={rulePath(marks, scale, width)} />
        <path className="plot-gap" d={gapPath(months)} />
        <path
          className="plot-hatch"
          d={`M0 ${plotHeight / 2}H${width}`}
          clipPath={`url(#${clip})`}
        />
        <path className="plot-line" d={stepPath(outstanding, scale)} />
      </svg>
    </>
  )
}

function CoverageStrip({ months }: { months: SeriesMonth[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const surplus = months.map(({ figures }) =>
    figures?.coverage ? Number(figures.coverage) - 1 : undefined,
  )
  const scale = scaleAroundZero(surplus)
  const marks = [scale.high, 0, ...(scale.low < 0 ? [scale.low] : [])]
  const width = months.length * monthWidth
  return (
    <>
      <ul className="plot-marks strip-marks tabular" aria-hidden="true">
        {marks.map((value) => (
          <li key={value}>
            {formatShare(locale, (1 + value).toFixed(6))}
            {value === 0 && <span>{t('fullyBacked')}</span>}
          </li>
        ))}
      </ul>
      <svg
        className="plot-strip"
        viewBox={`0 0 ${width} ${plotHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="plot-gap" d={gapPath(months)} />
        <path className="plot-bar" d={barPath(surplus, scale)} />
        <path className="plot-full" d={rulePath([0], scale, width)} />
      </svg>
    </>
  )
}

function MonthAxis({ months }: { months: SeriesMonth[] }) {
  const locale = useLocale()
  return (
    <ol className="plot-months" aria-hidden="true">
      {axisMarks(months).map(({ month, year, isMinor }, index) => (
        <li
          key={months[index]?.month}
          className={isMinor ? 'plot-minor' : undefined}
        >
          {month && <span>{formatShortMonth(locale, month)}</span>}
          {year}
        </li>
      ))}
    </ol>
  )
}
