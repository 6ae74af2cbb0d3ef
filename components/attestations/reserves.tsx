import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { metals } from '@/lib/attestations/archive'
import { type ArchivePage, seriesOf } from '@/lib/attestations/series'
import { ReservesChart } from './reserves-chart'
import { LatestReserves } from './reserves-latest'

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
          <LatestReserves metal={metal} readings={readings} />
          <ReservesChart metal={metal} readings={readings} />
        </figure>
      ))}
    </Section>
  )
}
