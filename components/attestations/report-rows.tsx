import { useLocale, useTranslations } from 'next-intl'
import { WhenInteractive } from '@/components/ui/when-interactive'
import { figuresOf, isCurrent, type Report } from '@/lib/attestations/archive'
import {
  formatDecimal,
  formatMonth,
  formatShortDay,
} from '@/lib/attestations/format'
import type { Columns } from '@/lib/attestations/report-columns'
import { Coverage } from './coverage'
import { DeleteReport } from './delete-report'
import { ReportDetails } from './report-details'
import { ReportFile } from './report-file'

/**
 * Who may change reports here: anyone, where ATTESTATIONS_OPEN is set, or an
 * operator.
 */
export type Editor = 'visitor' | 'operator'

type Props = {
  report: Report
  archive: Report[]
  columns: Columns
  valueColumns: number
  columnCount: number
  editableBy?: Editor
}

/**
 * Shows a report as a row of values with its title below. A report without
 * values has its title in their place.
 */
export function ReportRows({
  report,
  archive,
  columns,
  valueColumns,
  columnCount,
  editableBy,
}: Props) {
  const month = formatMonth(useLocale(), report.reportDate)
  const hasValues =
    report.asOf !== null ||
    report.firm !== null ||
    columns.metals.some(({ metal }) => figuresOf(report, metal))
  const details = (
    <ReportDetails
      report={report}
      archive={archive}
      isOperator={editableBy === 'operator'}
    />
  )
  return (
    <tbody className="report">
      <tr>
        <th scope="rowgroup">{month}</th>
        {hasValues ? (
          <Values report={report} columns={columns} />
        ) : (
          <td colSpan={valueColumns} className="report-more">
            {details}
          </td>
        )}
        <td className="report-file">
          <ReportFile report={report} isShort />
        </td>
        {editableBy && (
          <td className="report-change">
            {isCurrent(report) && (
              <WhenInteractive>
                <DeleteReport
                  id={report.id}
                  title={report.title}
                  lang={report.reportLanguage ?? undefined}
                />
              </WhenInteractive>
            )}
          </td>
        )}
      </tr>
      {hasValues && (
        <tr>
          <td colSpan={columnCount} className="report-more">
            {details}
          </td>
        </tr>
      )}
    </tbody>
  )
}

function Values({
  report,
  columns: { metals, hasDays, hasFirms },
}: {
  report: Report
  columns: Columns
}) {
  const t = useTranslations('Attestations')
  const locale = useLocale()
  const values = metals.map((column) => ({
    ...column,
    figures: figuresOf(report, column.metal),
  }))
  return (
    <>
      {values.map(({ metal, decimals, figures }) => (
        <td key={metal} className={`report-${metal}`}>
          {figures && formatDecimal(locale, figures.ounces, decimals)}
        </td>
      ))}
      {metals.length > 0 && (
        <td className="report-coverage">
          {values.map(({ metal, figures }) => (
            <span key={metal} className={`text-${metal}`}>
              {figures && (
                <>
                  <span className="visually-hidden">{t(metal)} </span>
                  <Coverage coverage={figures.coverage} />
                </>
              )}
            </span>
          ))}
        </td>
      )}
      {hasDays && (
        <td className="report-asOf">
          {report.asOf && formatShortDay(locale, report.asOf)}
        </td>
      )}
      {hasFirms && <td className="report-firm">{report.firm}</td>}
    </>
  )
}
