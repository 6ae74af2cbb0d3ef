import { useLocale, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { SiteLink } from '@/components/ui/links'
import { figuresOf, isCurrent, metals, type Report } from '@/lib/attestations/archive'
import { isBelow } from '@/lib/attestations/decimal'
import { formatDay, formatMonth, formatShare } from '@/lib/attestations/format'
import { loadArchive } from '@/lib/attestations/load'
import './coverage.css'

type Props = { coverage: string | null }

export function Share({ coverage }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (coverage === null) return t('noCoverage')
  const share = formatShare(locale, coverage)
  if (!isBelow(coverage)) return share
  return (
    <strong className="coverage-low">
      {share} <span className="small">{t('belowShort')}</span>
    </strong>
  )
}

export function Coverage({ coverage }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (coverage === null) return t('noCoverage')
  const share = formatShare(locale, coverage)
  if (!isBelow(coverage)) return t('coverage', { share })
  return <strong className="coverage-low">{t('coverageBelow', { share })}</strong>
}

export async function LatestReport() {
  const report = (await loadArchive())?.find(isCurrent)
  return report ? <ReportLine report={report} /> : null
}

function ReportLine({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const { reportDate, asOf, firm } = report
  const shares = metals.map((metal) => ({ metal, figures: figuresOf(report, metal) }))
  return (
    <p className="frame latest-report tabular">
      <SiteLink to="attestations">{t('latest.link', { month: formatMonth(locale, reportDate) })}</SiteLink>
      {shares.map(
        ({ metal, figures }) =>
          figures && (
            <Fragment key={metal}>
              {` · ${t(`latest.${metal}`)} `}
              <Share coverage={figures.coverage} />
            </Fragment>
          ),
      )}
      {asOf && !asOf.startsWith(reportDate) && ` · ${t('asOf', { day: formatDay(locale, asOf) })}`}
      {firm && ` · ${firm}`}
    </p>
  )
}
