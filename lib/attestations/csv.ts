import { toCsv } from '@/lib/http/csv'
import type { Report } from './archive'
import { reportFields } from './fields'
import { reportJson } from './json'

// In this order, which spreadsheets rely on; fields that are not named here follow.
const firstColumns = [
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
] as const

const columns = [...new Set([...firstColumns, ...reportFields])]

export const reportColumnNames = [...columns, 'history']

/** The complete series as CSV with a header line; the last column has a report's events as JSON, or is empty. */
export function archiveCsv(archive: Report[]): string {
  const rows = archive.map(reportJson).map((report) => {
    const history = report.history.length > 0 ? JSON.stringify(report.history) : ''
    return [...columns.map((column) => report[column] ?? ''), history]
  })
  return toCsv([reportColumnNames, ...rows])
}
