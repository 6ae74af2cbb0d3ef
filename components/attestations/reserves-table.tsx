import { useLocale, useTranslations } from 'next-intl'
import type { Metal } from '@/lib/attestations/archive'
import { kilogramsOf } from '@/lib/attestations/decimal'
import { formatDay, formatDecimal, formatMonth, formatMonths, formatShare } from '@/lib/attestations/format'
import { currentDay, daysBetween } from '@/lib/attestations/month'
import type { Reading } from '@/lib/attestations/series'

const columns = ['month', 'ounces', 'kilograms', 'tokens', 'coverage', 'asOf', 'days'] as const

/** The figures behind a drawing, newest month first; a month without a report has its row too, a long run of them one. */
export function ReservesTable({ metal, readings }: { metal: Metal; readings: Reading[] }) {
  const t = useTranslations('Attestations')
  const summary = t('tableSummary', { metal: t(metal) })
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
              <Row key={reading.month} reading={reading} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function Row({ reading: { month, until, report, figures } }: { reading: Reading }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  return (
    <tr>
      <th scope="row">{until ? formatMonths(locale, month, until) : formatMonth(locale, month)}</th>
      {figures && report?.asOf ? (
        <>
          <td>{formatDecimal(locale, figures.ounces)}</td>
          <td>{formatDecimal(locale, kilogramsOf(figures.ounces), 3)}</td>
          <td>{formatDecimal(locale, figures.tokens)}</td>
          <td>{figures.coverage ? formatShare(locale, figures.coverage) : t('noCoverage')}</td>
          <td>{formatDay(locale, report.asOf)}</td>
          <td>{formatDecimal(locale, String(daysBetween(report.asOf, currentDay(report.createdAt))))}</td>
        </>
      ) : (
        <td colSpan={columns.length - 1}>{t('legendGap')}</td>
      )}
    </tr>
  )
}
