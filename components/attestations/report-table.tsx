import { useLocale, useTranslations } from 'next-intl'
import { Fragment } from 'react'
import type { Report } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { columnNamesOf, columnsOf } from '@/lib/attestations/report-columns'
import type { MonthEntry, MonthRange } from '@/lib/attestations/report-pages'
import { type Editor, ReportRows } from './report-rows'
import './report-table.css'

type Props = {
  entries: MonthEntry[]
  archive: Report[]
  labelledBy: string
  /** Puts a heading above each year. */
  hasYears?: boolean
  /** Undefined if reports cannot be changed. */
  editableBy?: Editor
}

export function ReportTable({
  entries,
  archive,
  labelledBy,
  hasYears,
  editableBy,
}: Props) {
  const t = useTranslations('Attestations.columns')
  const columns = columnsOf(entries.flatMap(({ report }) => report ?? []))
  const names = columnNamesOf(columns)
  const columnCount = names.length + (editableBy ? 3 : 2)
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
          {editableBy && <td />}
        </tr>
      </thead>
      {[...years].map(([year, ofYear]) => (
        <Fragment key={year}>
          {hasYears && years.size > 1 && (
            <tbody className="report-year">
              <tr>
                <td colSpan={columnCount}>
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
                valueColumns={names.length}
                columnCount={columnCount}
                editableBy={editableBy}
              />
            ) : (
              <MissingMonths
                key={entry.month}
                range={entry}
                columnCount={columnCount}
              />
            ),
          )}
        </Fragment>
      ))}
    </table>
  )
}

function MissingMonths({
  range,
  columnCount,
}: {
  range: MonthRange
  columnCount: number
}) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const from = formatMonth(locale, range.month)
  const text = range.until
    ? t('missingMonths', { from, to: formatMonth(locale, range.until) })
    : t('missing', { month: from })
  return (
    <tbody className="report-missing">
      <tr>
        <td colSpan={columnCount} className="soft">
          {text}
        </td>
      </tr>
    </tbody>
  )
}
