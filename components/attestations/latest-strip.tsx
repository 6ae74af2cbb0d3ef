import { useLocale, useTranslations } from 'next-intl'
import { SiteLink } from '@/components/ui/links'
import { formatDay, formatMonth } from '@/lib/attestations/format'
import { type LatestReport, loadLatestReport } from '@/lib/attestations/latest'
import { Share } from './coverage'
import './latest-strip.css'

/** The latest report in one line, below the hero; nothing without a report. */
export async function LatestStrip() {
  const latest = await loadLatestReport()
  return latest ? <LatestLine {...latest} /> : null
}

export function LatestLine({ report: { reportDate, asOf, firm }, shares }: LatestReport) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const month = formatMonth(locale, reportDate)
  // A coverage is of its day: one outside the month is named.
  const day = asOf && !asOf.startsWith(reportDate) ? t('asOf', { day: formatDay(locale, asOf) }) : undefined
  return (
    <aside className="latest-strip" aria-label={t('latest.label')}>
      <ul className="frame row tabular">
        <li>
          <SiteLink to="attestations">{t('latest.link', { month })}</SiteLink>
        </li>
        {shares.map(({ metal, coverage }) => (
          <li key={metal}>
            {t(`latest.${metal}`)} <Share coverage={coverage} />
          </li>
        ))}
        {day && <li>{day}</li>}
        {firm && <li>{firm}</li>}
      </ul>
    </aside>
  )
}
