import { useLocale, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { columnNamesOf, columnsOf } from '@/lib/attestations/report-columns'
import type { MonthEntry, MonthRange } from '@/lib/attestations/report-pages'
import { type ChangedBy, ReportRows } from './report-rows'
import './report-table.css'

type Props = {
  entries: MonthEntry[]
  archive: Report[]
  labelledBy: string
  /** Puts a heading above each year. */
  hasYears?: boolean
  /** Undefined if reports cannot be changed. */
  changedBy?: ChangedBy
}

export function ReportTable({
  entries,
  archive,
  labelledBy,
  hasYears,
  changedBy,
}: Props) {
  const t = useTranslations('Attestations.columns')
  const columns = columnsOf(entries.flatMap(({ report }) => report ?? []))
  const names = columnNamesOf(columns)
  const width = names.length + (changedBy ? 3 : 2)
  const years = Map.groupBy(entries, ({ month, until = month }) =>
    until.slice(0, 4),
  )
  return (
    <table className="report-table tabular" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('month')}</th>
          {names.map((name) => (
            <th key={name} scope="col" className={`report-${name}`}>
              {t(name)}
            </th>
          ))}
          <th scope="col" className="report-file">
            {t('file')}
          </th>
          {changedBy && <td />}
        </tr>
      </thead>
      {[...years].map(([year, ofYear]) => (
        <Fragment key={year}>
          {hasYears && years.size > 1 && (
            <tbody className="report-year">
              <tr>
                <td colSpan={width}>
                  <h3>{year}</h3>
                </td>
              </tr>
            </tbody>
          )}
          {ofYear.map((entry) =>
            entry.report ? (
              <ReportRows
                key={entry.report.id}
                report={entry.report}
                archive={archive}
                columns={columns}
                width={names.length}
                changedBy={changedBy}
              />
            ) : (
              <MissingMonths key={entry.month} range={entry} width={width} />
            ),
          )}
        </Fragment>
      ))}
    </table>
  )
}

function MissingMonths({ range, width }: { range: MonthRange; width: number }) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, range.month)
  const text = range.until
    ? t('missingMonths', { from, to: formatMonth(locale, range.until) })
    : t('missing', { month: from })
  return (
    <tbody className="report-missing">
      <tr>
        <td colSpan={width} className="soft">
          {text}
        </td>
      </tr>
    </tbody>
  )
}
