import type { Report } from './archive'
import { reportJson } from './json'

const columns = [
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

/** The complete series, withdrawn and replaced reports included, as CSV (RFC 4180) with a header line. */
export function archiveCsv(archive: Report[]): string {
  const rows = archive.map(reportJson).map((report) => columns.map((column) => cell(report[column] ?? '')))
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

// A spreadsheet would run a cell that starts like a formula; an apostrophe makes it text.
// https://owasp.org/www-community/attacks/CSV_Injection
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
