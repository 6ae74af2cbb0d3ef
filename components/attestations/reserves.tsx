import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { type Metal, metals } from '@/lib/attestations/archive'
import {
  axisMarks,
  barPath,
  gapPath,
  heightOf,
  monthWidth,
  plotHeight,
  scaleAroundZero,
} from '@/lib/attestations/chart'
import { excessOf, kilogramsOf, maxDecimals } from '@/lib/attestations/decimal'
import {
  formatDay,
  formatDecimal,
  formatFigures,
  formatMonth,
  formatShare,
  formatShortMonth,
} from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import {
  type ArchivePage,
  type Reading,
  seriesOf,
} from '@/lib/attestations/series'
import { Coverage } from './coverage'
import { OtherDay } from './report'

export function ReservesSection({ page: { entries } }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const series = metals
    .map((metal) => ({ metal, readings: seriesOf(entries, metal) }))
    .filter(({ readings }) => readings.length > 0)
  if (series.length === 0) return null
  return (
    <Section
      id="reserves"
      title={t('reservesTitle')}
      intro={t('reservesIntro')}
    >
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

type Props = { metal: Metal; readings: Reading[] }

function Latest({ metal, readings }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { month, figures, report } =
    readings.findLast((reading) => reading.figures) ?? {}
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

/**
 * One metal's coverage by month, as the deviation from 100 %. Each month links
 * to its report and shows its values. The drawing stretches to the page's width
 * but its strokes do not; labels are HTML, so they keep their size on a narrow
 * screen.
 */
function ReservesChart({ metal, readings }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const surplus = readings.map(({ figures }) =>
    figures?.coverage ? Number(figures.coverage) - 1 : undefined,
  )
  const scale = scaleAroundZero(surplus.filter((value) => value !== undefined))
  const { low, high } = scale
  const rules = [high, low < 0 ? 0 : high / 2, low]
  const width = readings.length * monthWidth
  const last = readings.at(-1)
  const from = formatMonth(locale, readings[0]?.month ?? '')
  const to = formatMonth(locale, last?.until ?? last?.month ?? '')
  return (
    <>
      <p className="plot-caption small">
        {t('chartCoverage', {
          gaps: readings.filter(({ figures }) => !figures).length,
        })}
      </p>
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
          aria-label={t('chartTitle', { metal: t(metal), from, to })}
        >
          <path
            className="plot-rule"
            d={rules
              .map((value) => `M0 ${heightOf(value, scale)}H${width}`)
              .join('')}
          />
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
            <li
              key={readings[index]?.month}
              className={isMinor ? 'plot-minor' : undefined}
            >
              {month && <span>{formatShortMonth(locale, month)}</span>}
              {year}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

/**
 * One month of the plot: a link to its report, which shows the values on hover
 * and focus.
 */
function Point({ reading: { month, report, figures } }: { reading: Reading }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (!report || !figures) return <li />
  return (
    <li>
      <a href={`#${report.id}`}>
        <span className="plot-value small tabular">
          {formatMonth(locale, month)} <Coverage coverage={figures.coverage} />{' '}
          <span>{t('chartPoint', formatFigures(locale, figures))}</span>{' '}
          <OtherDay report={report} />
        </span>
      </a>
    </li>
  )
}

const columns = [
  'month',
  'ounces',
  'kilograms',
  'tokens',
  'coverage',
  'asOf',
  'days',
] as const

function ReservesTable({ metal, readings }: Props) {
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
      <section
        className="table-scroll tabular"
        aria-label={summary}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to be able to scroll it sideways
        tabIndex={0}
      >
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
      <th scope="row">
        {formatMonth(locale, month)}
        {until && ` – ${formatMonth(locale, until)}`}
      </th>
      {figures && report?.asOf ? (
        <>
          <td>{formatDecimal(locale, figures.ounces, places.ounces)}</td>
          <td>{formatDecimal(locale, kilogramsOf(figures.ounces), 3)}</td>
          <td>{formatDecimal(locale, figures.tokens, places.tokens)}</td>
          <td>
            <Coverage coverage={figures.coverage} />
          </td>
          <td>{formatDay(locale, report.asOf)}</td>
          <td>
            {formatDecimal(
              locale,
              String(daysBetween(report.asOf, currentDay(report.createdAt))),
            )}
          </td>
        </>
      ) : (
        <td colSpan={columns.length - 1}>
          {t(report ? 'legendGap' : 'noReport')}
        </td>
      )}
    </tr>
  )
}
