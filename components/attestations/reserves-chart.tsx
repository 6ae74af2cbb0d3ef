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

type Props = { metal: Metal; readings: SeriesMonth[] }

/**
 * Plots ounces held against tokens outstanding by month, and coverage below.
 * The drawings stretch to the page's width but their strokes do not. Labels are
 * HTML, so that they keep their size on a narrow screen.
 */
export function ReservesChart({ metal, readings }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const last = readings.at(-1)
  const from = formatMonth(locale, readings[0]?.month ?? '')
  const to = formatMonth(locale, last?.until ?? last?.month ?? '')
  const gaps = readings.filter(({ figures }) => !figures).length
  const latest = readings.findLastIndex(({ figures }) => figures)
  return (
    <>
      <p className="plot-legend small row">
        <span className="legend-held">{t('heldLabel')}</span>
        <span className="legend-outstanding">{t('outstandingLabel')}</span>
      </p>
      <div className="plot">
        <MetalPlot
          metal={metal}
          readings={readings}
          label={t('chartTitle', { metal: t(metal), from, to })}
        />
        <p className="plot-caption small">{t('chartCoverage', { gaps })}</p>
        <CoverageStrip readings={readings} />
        <PlotKeys label={t('chartKeys', { metal: t(metal) })}>
          {readings.map((reading, index) => (
            <PlotPoint
              key={reading.month}
              reading={reading}
              place={index / readings.length}
              isTabStop={index === latest}
            />
          ))}
        </PlotKeys>
        <MonthAxis readings={readings} />
      </div>
    </>
  )
}

function MetalPlot({ metal, readings, label }: Props & { label: string }) {
  const locale = useLocale()
  const held = readings.map(({ figures }) => figures && Number(figures.ounces))
  const outstanding = readings.map(
    ({ figures }) => figures && Number(figures.tokens),
  )
  const scale = scaleFromZero([...held, ...outstanding])
  const marks = [scale.high, scale.high / 2, 0]
  const clip = `held-${metal}`
  const width = readings.length * monthWidth
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
        <path className="plot-gap" d={gapPath(readings)} />
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

function CoverageStrip({ readings }: { readings: SeriesMonth[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const surplus = readings.map(({ figures }) =>
    figures?.coverage ? Number(figures.coverage) - 1 : undefined,
  )
  const scale = scaleAroundZero(surplus)
  const marks = [scale.high, 0, ...(scale.low < 0 ? [scale.low] : [])]
  const width = readings.length * monthWidth
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
        <path className="plot-gap" d={gapPath(readings)} />
        <path className="plot-bar" d={barPath(surplus, scale)} />
        <path className="plot-full" d={rulePath([0], scale, width)} />
      </svg>
    </>
  )
}

function MonthAxis({ readings }: { readings: SeriesMonth[] }) {
  const locale = useLocale()
  return (
    <ol className="plot-months" aria-hidden="true">
      {axisMarks(readings).map(({ month, year, isMinor }, index) => (
        <li
          key={readings[index]?.month}
          className={isMinor ? 'plot-minor' : undefined}
        >
          {month && <span>{formatShortMonth(locale, month)}</span>}
          {year}
        </li>
      ))}
    </ol>
  )
}
