import { useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { metals } from '@/lib/attestations/archive'
import type { ArchivePage } from '@/lib/attestations/report-pages'
import { seriesOf } from '@/lib/attestations/series'
import { LatestReserves } from './latest-reserves'
import { ReservesChart } from './reserves-chart'

export function ReservesSection({ page: { entries } }: { page: ArchivePage }) {
  const t = useTranslations('Attestations')
  const series = metals
    .map((metal) => ({ metal, months: seriesOf(entries, metal) }))
    .filter(({ months }) => months.length > 0)
  if (series.length === 0) return null
  return (
    <Section
      id="reserves"
      title={t('reservesTitle')}
      intro={t('reservesIntro')}
    >
      {series.map(({ metal, months }) => (
        <figure key={metal} className={`reserves text-${metal}`}>
          <LatestReserves metal={metal} months={months} />
          <ReservesChart metal={metal} months={months} />
        </figure>
      ))}
    </Section>
  )
}
