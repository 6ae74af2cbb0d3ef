import { useLocale, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { Fragment } from 'react'
import { SiteLink } from '@/components/ui/links'
import { figuresByMetal, isCurrent } from '@/lib/attestations/archive'
import { formatDay, formatMonth, formatShare } from '@/lib/attestations/format'
import { loadArchive } from '@/lib/attestations/load'
import './coverage.css'

type Props = { coverage: string | null; isNamed?: boolean }

/**
 * The coverage in percent, flagged if below 100 %. `isNamed` adds a label, for
 * places that have none next to it.
 */
export function Coverage({ coverage, isNamed }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  if (coverage === null) return t('noCoverage')
  const share = formatShare(locale, coverage)
  const text = isNamed ? t('coverage', { share }) : share
  if (Number(coverage) >= 1) return text
  return (
    <strong className="coverage-low">
      {text} <span className="small">{t('belowShort')}</span>
    </strong>
  )
}

export async function LatestReport() {
  const report = (await loadArchive())?.find(isCurrent)
  if (!report) return null
  const t = await getTranslations('Attestations')
  const locale = await getLocale()
  const { reportDate, asOf, firm } = report
  return (
    <p className="frame latest-report tabular">
      <SiteLink to="attestations">
        {t('latest.link', { month: formatMonth(locale, reportDate) })}
      </SiteLink>
      {figuresByMetal(report).map(({ metal, coverage }) => (
        <Fragment key={metal}>
          {` · ${t(`latest.${metal}`)} `}
          <Coverage coverage={coverage} />
        </Fragment>
      ))}
      {asOf &&
        !asOf.startsWith(reportDate) &&
        ` · ${t('asOf', { day: formatDay(locale, asOf) })}`}
      {firm && ` · ${firm}`}
    </p>
  )
}
