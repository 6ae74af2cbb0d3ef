import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { type Metal, metals } from '@/lib/attestations/archive'
import { kilogramsOf } from '@/lib/attestations/decimal'
import { formatDecimal, formatMonth, formatShare } from '@/lib/attestations/format'
import type { ArchivePage } from '@/lib/attestations/pages'
import { type Reading, seriesOf } from '@/lib/attestations/series'
import { ReservesChart } from './reserves-chart'
import { ReservesTable } from './reserves-table'

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
  const { month, figures } = readings.findLast((reading) => reading.figures) ?? {}
  if (!month || !figures) return null
  const { ounces, coverage } = figures
  return (
    <figcaption className="reserves-latest row tabular">
      <strong>{t(metal)}</strong>
      <span>
        {t('chartLatest', {
          month: formatMonth(locale, month),
          ounces: formatDecimal(locale, ounces),
          kilograms: formatDecimal(locale, kilogramsOf(ounces), 3),
        })}
      </span>
      <span>{coverage ? t('coverage', { share: formatShare(locale, coverage) }) : t('noCoverage')}</span>
    </figcaption>
  )
}
