import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Section } from '@/components/ui/section'
import { type Metal, metals } from '@/lib/attestations/archive'
import {
  axisMarks,
  barPath,
  gapPath,
  linePath,
  monthWidth,
  place,
  plotHeight,
  type Scale,
  scaleAroundZero,
  scaleFromZero,
} from '@/lib/attestations/chart'
import { excessOf, kilogramsOf, maxDecimals } from '@/lib/attestations/decimal'
import {
  formatDay,
  formatDecimal,
  formatMonth,
  formatMonths,
  formatShare,
  formatShortMonth,
} from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import type { ArchivePage } from '@/lib/attestations/pages'
import { countGaps, type Reading, seriesOf } from '@/lib/attestations/series'
import { Coverage, Share } from './coverage'
import { OtherDay } from './report'

/** The reserves over the months, one drawing a metal, each with its table; nothing where no report gives figures. */
export function ReservesSection({ page: { reports, newer } }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const series = metals
    .map((metal) => ({ metal, readings: seriesOf(reports, metal, new Date(), newer) }))
    .filter(({ readings }) => readings.length > 0)
  if (series.length === 0) return null
  return (
    <Section id="reserves" title={t('reservesTitle')} intro={t('reservesIntro')}>
      <Legend gaps={series.some(({ readings }) => readings.some(({ figures }) => !figures))} />
      {series.map(({ metal, readings }) => (
        <figure key={metal} className={`reserves text-${metal}`}>
          <Latest metal={metal} readings={readings} />
          <ReservesChart metal={metal} readings={readings} />
          <ReservesTable metal={metal} readings={readings} />
        </figure>
      ))}
    </Section>
  )
}

function Legend({ gaps }: { gaps: boolean }) {
  const t = useTranslations('Attestations')
  const keys = [
    ['plot-ounces', t('legendOunces')],
    ['plot-tokens', t('legendTokens')],
    ...(gaps ? [['plot-gap', t('legendGap')]] : []),
  ]
  return (
    <ul className="legend row small">
      {keys.map(([line, name]) => (
        <li key={line}>
          <svg viewBox="0 0 36 8" width="36" height="8" aria-hidden="true" focusable="false">
            <path className={line} d="M0 4H36" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function Latest({ metal, readings }: { metal: Metal; readings: Reading[] }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { month, figures, report } = readings.findLast((reading) => reading.figures) ?? {}
  if (!month || !figures) return null
  const { ounces, tokens, coverage } = figures
  const excess = excessOf(ounces, tokens)
  const isShort = excess.startsWith('-')
  const places = maxDecimals([ounces, tokens])
  const values = [
    { label: t('heldLabel'), value: ounces },
    { label: t('outstandingLabel'), value: tokens },
    { label: t(isShort ? 'shortfallLabel' : 'excessLabel'), value: excess.replace('-', '') },
  ]
  return (
    <figcaption className="reserves-latest tabular">
      <p className="row">
        <strong>{t(metal)}</strong>
        <span>{formatMonth(locale, month)}</span>
        <span>
          <Coverage coverage={coverage} />
        </span>
        {report?.asOf && <span className="soft small">{t('asOf', { day: formatDay(locale, report.asOf) })}</span>}
      </p>
      <dl className="reserves-figures">
        {values.map(({ label, value }) => (
          <div key={label} className={isShort && value === excess.slice(1) ? 'coverage-low' : undefined}>
            <dt className="note">{label}</dt>
            <dd>{formatDecimal(locale, value, places)}</dd>
          </div>
        ))}
      </dl>
    </figcaption>
  )
}

type Props = { metal: Metal; readings: Reading[] }

/**
 * One metal over the months: its coverage as the distance from 100 %, each month a link to its report with the values;
 * below, ounces held as a line and tokens as a dashed one, from zero. Months without figures are marked.
 */
function ReservesChart({ metal, readings }: Props) {
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
      <p className="plot-caption small">{t('chartCoverage')}</p>
      <Plot
        id={`${metal}-coverage`}
        readings={readings}
        scale={shares}
        mark={(value) => formatShare(locale, (1 + value).toFixed(6))}
        title={t('chartTitle', {
          metal: t(metal),
          from: formatMonth(locale, first),
          to: formatMonth(locale, last?.until ?? last?.month ?? ''),
        })}
        text={<ChartText readings={readings} />}
        points={readings.map((reading) => <Point key={reading.month} reading={reading} />)}
      >
        <path className="plot-gap" d={gapPath(readings)} />
        <path className="plot-bar" d={barPath(surplus, shares)} />
      </Plot>
      <p className="plot-caption small">{t('chartAmounts')}</p>
      <Plot
        id={`${metal}-plot`}
        className="plot-low"
        readings={readings}
        scale={amounts}
        mark={(value) => formatDecimal(locale, String(value))}
        title={t('chartAmounts')}
      >
        <path className="plot-gap" d={gapPath(readings)} />
        <path className="plot-ounces" d={linePath(ounces, amounts)} />
        <path className="plot-tokens" d={linePath(tokens, amounts)} />
      </Plot>
    </>
  )
}

/** A month's column of the plot: a link to its report, with the values shown while it is hovered or has the focus. */
function Point({ reading: { month, report, figures } }: { reading: Reading }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!report || !figures) return <li />
  return (
    <li>
      <a href={`#${report.id}`}>
        <span className="plot-value small tabular">
          {formatMonth(locale, month)} <Share coverage={figures.coverage} />{' '}
          <span>
            {t('chartPoint', {
              ounces: formatDecimal(locale, figures.ounces),
              tokens: formatDecimal(locale, figures.tokens),
            })}
          </span>{' '}
          <OtherDay report={report} />
        </span>
      </a>
    </li>
  )
}

type PlotProps = {
  id: string
  className?: string
  readings: Reading[]
  scale: Scale
  mark: (value: number) => string
  title: string
  text?: ReactNode
  points?: ReactNode[]
  children: ReactNode
}

/**
 * A drawing over the months between its rules. The drawing is stretched to the page's width and its lines are not;
 * its words are set beside it as text, so that they keep their size on a narrow screen.
 */
function Plot({ id, className = '', readings, scale, mark, title, text, points, children }: PlotProps) {
  const locale = useLocale()
  const width = readings.length * monthWidth
  const rules = [...new Set([scale.high, scale.low < 0 ? 0 : (scale.high + scale.low) / 2, scale.low])]
  return (
    <div className={`plot ${className}`}>
      <ul className="plot-marks tabular" aria-hidden="true">
        {rules.map((value) => (
          <li key={value}>{mark(value)}</li>
        ))}
      </ul>
      <svg
        viewBox={`0 0 ${width} ${plotHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={text ? `${id}-text` : undefined}
      >
        <title id={`${id}-title`}>{title}</title>
        {text && <desc id={`${id}-text`}>{text}</desc>}
        <path className="plot-rule" d={rules.map((value) => `M0 ${place(value, scale)}H${width}`).join('')} />
        {children}
      </svg>
      {points && <ol className="plot-points">{points}</ol>}
      <ol className="plot-years" aria-hidden="true">
        {axisMarks(readings).map(({ month, year }, index) => (
          <li key={readings[index]?.month}>
            {month && <span>{formatShortMonth(locale, month)}</span>}
            {year}
          </li>
        ))}
      </ol>
    </div>
  )
}

function ChartText({ readings }: { readings: Reading[] }) {
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

const columns = ['month', 'ounces', 'kilograms', 'tokens', 'coverage', 'asOf', 'days'] as const

/** The figures behind a drawing, newest month first; a month without a report has its row too, a long run of them one. */
function ReservesTable({ metal, readings }: { metal: Metal; readings: Reading[] }) {
  const t = useTranslations('Attestations')
  const summary = t('tableSummary', { metal: t(metal) })
  const given = readings.flatMap(({ figures }) => figures ?? [])
  const places = {
    ounces: maxDecimals(given.map(({ ounces }) => ounces)),
    tokens: maxDecimals(given.map(({ tokens }) => tokens)),
  }
  return (
    <details className="reserves-table">
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to be able to scroll it sideways */}
      <section className="table-scroll tabular" aria-label={summary} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {readings.toReversed().map((reading) => (
              <Row key={reading.month} reading={reading} places={places} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

type RowProps = { reading: Reading; places: { ounces: number; tokens: number } }

function Row({ reading: { month, until, report, figures }, places }: RowProps) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <tr>
      <th scope="row">{until ? formatMonths(locale, month, until) : formatMonth(locale, month)}</th>
      {figures && report?.asOf ? (
        <>
          <td>{formatDecimal(locale, figures.ounces, places.ounces)}</td>
          <td>{formatDecimal(locale, kilogramsOf(figures.ounces), 3)}</td>
          <td>{formatDecimal(locale, figures.tokens, places.tokens)}</td>
          <td>
            <Share coverage={figures.coverage} />
          </td>
          <td>{formatDay(locale, report.asOf)}</td>
          <td>{formatDecimal(locale, String(daysBetween(report.asOf, currentDay(report.createdAt))))}</td>
        </>
      ) : (
        <td colSpan={columns.length - 1}>{t(report ? 'legendGap' : 'noReport')}</td>
      )}
    </tr>
  )
}
