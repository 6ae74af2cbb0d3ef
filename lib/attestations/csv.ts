import { byteOrderMark, separatorOf, toCsv } from '@/lib/http/csv'
import type { Locale } from '@/lib/i18n/routing'
import type { Report } from './archive'
import { reportFields } from './fields'
import { type ReportJson, reportJson } from './json'

// The columns in a fixed order, because spreadsheets of recipients rely on it.
// Fields that are not listed here come last.
const columns = new Set([
  'id',
  'status',
  'report_date',
  'title',
  'description',
  'file_url',
  'sha256',
  'as_of',
  'published_at',
  'firm',
  'gold_ounces',
  'gold_tokens',
  'gold_coverage',
  'silver_ounces',
  'silver_tokens',
  'silver_coverage',
  'replaces',
  'replaced_by',
  'withdrawn_at',
  'withdrawn_reason',
  ...reportFields,
] as const)

export const reportColumnNames = [...columns, 'history']

export function archiveCsv(archive: Report[], locale: Locale): string {
  const rows = archive.map((report) => csvRow(reportJson(report)))
  return (
    byteOrderMark + toCsv([reportColumnNames, ...rows], separatorOf(locale))
  )
}

function csvRow(report: ReportJson) {
  const values = [...columns].map((column) => report[column] ?? '')
  return [...values, report.history.map(historyLine).join(' | ')]
}

function historyLine({ kind, at, reason }: ReportJson['history'][number]) {
  return [`${kind} ${at}`, reason].filter(Boolean).join(': ')
}
