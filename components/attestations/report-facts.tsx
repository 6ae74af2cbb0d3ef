import { useLocale, useTranslations } from 'next-intl'
import { figuresOf, metals, type Report } from '@/lib/attestations/archive'
import { kilogramsOf } from '@/lib/attestations/decimal'
import { formatDay, formatDecimal, formatShare } from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import { type ArchivePage, pathOfReport } from '@/lib/attestations/pages'
import { localizedPath } from '@/lib/i18n/navigation'
import { ReportEvents } from './report-events'

type Props = { report: Report; page: ArchivePage }

/** What happened to a report, and the reports it is linked with. */
export function Changes({ report, page }: Props) {
  return (
    <>
      <ReportEvents events={report.events} />
      <Links report={report} page={page} />
    </>
  )
}

/** Ounces, tokens and coverage, metal by metal. */
export function MetalFigures({ report }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const rows = metals.flatMap((metal) => {
    const figures = figuresOf(report, metal)
    return figures ? [{ metal, ...figures }] : []
  })
  if (rows.length === 0) return null
  return (
    <dl className="report-figures tabular">
      {rows.map(({ metal, ounces, tokens, coverage }) => (
        <div key={metal} className="row">
          <dt className={`text-${metal}`}>{t(metal)}</dt>
          <dd>
            {t('figures', {
              ounces: formatDecimal(locale, ounces),
              kilograms: formatDecimal(locale, kilogramsOf(ounces), 3),
              tokens: formatDecimal(locale, tokens),
            })}
          </dd>
          <dd className="report-coverage">
            {coverage ? t('coverage', { share: formatShare(locale, coverage) }) : t('noCoverage')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Who attested the figures, of which day, and when the report was published here. */
export function Provenance({ report: { asOf, firm, createdAt } }: { report: Report }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const day = formatDay(locale, createdAt)
  return (
    <ul className="report-dates soft row">
      {firm && <li>{t('firm', { firm })}</li>}
      {asOf && <li>{t('asOf', { day: formatDay(locale, asOf) })}</li>}
      <li>
        {asOf ? t('publishedAfter', { day, days: daysBetween(asOf, currentDay(createdAt)) }) : t('published', { day })}
      </li>
    </ul>
  )
}

function Links({ report, page: { archive, reports } }: Props) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const find = (id: string | null) => (id === null ? undefined : archive.find((other) => other.id === id))
  const replaced = find(report.replacesId)
  const replacement = find(report.replacedById)
  const linkTo = (other: Report) =>
    reports.includes(other) ? `#${other.id}` : localizedPath(locale, pathOfReport(archive, other))
  if (!replaced && !replacement) return null
  return (
    <ul className="report-links row">
      {replaced && (
        <li>
          <a href={linkTo(replaced)}>{t('replaces', { day: formatDay(locale, replaced.createdAt) })}</a>
        </li>
      )}
      {replacement && (
        <li>
          <a href={linkTo(replacement)}>{t('replacedBy', { day: formatDay(locale, replacement.createdAt) })}</a>
        </li>
      )}
    </ul>
  )
}
