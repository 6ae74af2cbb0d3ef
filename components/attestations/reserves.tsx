import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { type Metal, metals } from '@/lib/attestations/archive'
import { axisMarks, barPath, gapPath, monthWidth, place, plotHeight, scaleAroundZero } from '@/lib/attestations/chart'
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
import { type ArchivePage, countGaps, type Reading, seriesOf } from '@/lib/attestations/series'
import { Coverage, Share } from './coverage'
import { OtherDay } from './report'

export function ReservesSection({ page: { entries } }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const series = metals
    .map((metal) => ({ metal, readings: seriesOf(entries, metal) }))
    .filter(({ readings }) => readings.length > 0)
  if (series.length === 0) return null
  return (
    <Section id="reserves" title={t('reservesTitle')} intro={t('reservesIntro')}>
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
 * The coverage of one metal by month, as the distance from 100 %: each month is a link to its report, with its values. The
 * drawing is stretched to the page's width and its lines are not; the words are text beside it, so that they keep their
 * size on a narrow screen.
 */
function ReservesChart({ metal, readings }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const surplus = readings.map(({ figures }) => (figures?.coverage ? Number(figures.coverage) - 1 : undefined))
  const scale = scaleAroundZero(surplus)
  const { low, high } = scale
  const rules = [high, low < 0 ? 0 : high / 2, low]
  const width = readings.length * monthWidth
  const id = `${metal}-coverage`
  return (
    <>
      <p className="plot-caption small">{t('chartCoverage', { gaps: countWithoutFigures(readings) })}</p>
      <div className="plot">
        <ul className="plot-marks tabular" aria-hidden="true">
          {rules.map((value) => (
            <li key={value}>{formatShare(locale, (1 + value).toFixed(6))}</li>
          ))}
        </ul>
        <svg
          viewBox={`0 0 ${width} ${plotHeight}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
        >
          <title id={`${id}-title`}>{chartTitle()}</title>
          <desc id={`${id}-text`}>
            <ChartText readings={readings} />
          </desc>
          <path className="plot-rule" d={rules.map((value) => `M0 ${place(value, scale)}H${width}`).join('')} />
          <path className="plot-gap" d={gapPath(readings)} />
          <path className="plot-bar" d={barPath(surplus, scale)} />
        </svg>
        <ol className="plot-points">
          {readings.map((reading) => (
            <Point key={reading.month} reading={reading} />
          ))}
        </ol>
        <ol className="plot-months" aria-hidden="true">
          {axisMarks(readings).map(({ month, year, isMinor }, index) => (
            <li key={readings[index]?.month} className={isMinor ? 'plot-minor' : undefined}>
              {month && <span>{formatShortMonth(locale, month)}</span>}
              {year}
            </li>
          ))}
        </ol>
      </div>
    </>
  )

  function chartTitle() {
    const last = readings.at(-1)
    const from = formatMonth(locale, readings[0]?.month ?? '')
    return t('chartTitle', { metal: t(metal), from, to: formatMonth(locale, last?.until ?? last?.month ?? '') })
  }
}

function countWithoutFigures(readings: Reading[]): number {
  return readings.filter(({ figures }) => !figures).length
}

/** A month's column of the plot: a link to its report, with the values shown while it is hovered or has the focus. */
function Point({ reading: { month, report, figures } }: { reading: Reading }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!report || !figures) return <li />
  const places = maxDecimals([figures.ounces, figures.tokens])
  return (
    <li>
      <a href={`#${report.id}`}>
        <span className="plot-value small tabular">
          {formatMonth(locale, month)} <Share coverage={figures.coverage} />{' '}
          <span>
            {t('chartPoint', {
              ounces: formatDecimal(locale, figures.ounces, places),
              tokens: formatDecimal(locale, figures.tokens, places),
            })}
          </span>{' '}
          <OtherDay report={report} />
        </span>
      </a>
    </li>
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
