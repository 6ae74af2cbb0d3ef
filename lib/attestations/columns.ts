import type { Prisma } from '@/lib/database/generated/client'
import type { NewReport, ReportField } from './schema'

/** The fields of a new report, as the API and the form call them, each with the column that holds it. */
export const reportColumns = {
  title: 'title',
  description: 'description',
  file_url: 'fileUrl',
  report_date: 'reportDate',
  sha256: 'sha256',
  gold_ounces: 'goldOunces',
  gold_tokens: 'goldTokens',
  silver_ounces: 'silverOunces',
  silver_tokens: 'silverTokens',
  as_of: 'asOf',
  firm: 'firm',
  replaces: 'replacesId',
} as const satisfies Record<ReportField, keyof Prisma.AttestationSelect>

type Columns = typeof reportColumns

export type ReportRow = { [Field in ReportField as Columns[Field]]: NewReport[Field] }

export const reportFields = Object.keys(reportColumns) as ReportField[]

/** The columns of a new report, with its values. */
export function rowOf(report: NewReport): ReportRow {
  return Object.fromEntries(reportFields.map((field) => [reportColumns[field], report[field]])) as ReportRow
}
