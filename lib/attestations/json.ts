import { byteOrderMark, separatorOf, toCsv } from '@/lib/http/csv'
import type { Locale } from '@/lib/i18n/routing'
import { figuresOf, type Report, withdrawalOf } from './archive'
import {
  mapReportFields,
  type NewReport,
  reportDefinitions,
  reportFields,
} from './fields'
import { absoluteAddress } from './files'

export function reportJson(report: Report) {
  const withdrawal = withdrawalOf(report)
  return {
    id: report.id,
    status: report.status,
    ...(mapReportFields(
      (field) => report[reportDefinitions[field].column],
    ) as NewReport),
    file_url: absoluteAddress(report.fileUrl),
    gold_coverage: figuresOf(report, 'gold')?.coverage ?? null,
    silver_coverage: figuresOf(report, 'silver')?.coverage ?? null,
    published_at: report.createdAt.toISOString(),
    replaced_by: report.replacedById,
    withdrawn_at: withdrawal?.at.toISOString() ?? null,
    withdrawn_reason: withdrawal?.reason ?? null,
    history: report.history.map(({ kind, at, reason, entry }) => {
      return {
        kind,
        at: at.toISOString(),
        reason,
        log_entry: entry?.sequence ?? null,
        log_hash: entry?.hash ?? null,
      }
    }),
  }
}

export type ReportJson = ReturnType<typeof reportJson>

// The order of columns, which spreadsheets rely on; fields not listed here come
// last.
const columns = new Set([
  ...([
    'id',
    'status',
    'report_date',
    'title',
    'description',
    'file_url',
    'sha256',
    'as_of',
    'published_at',
  ] as const),
  ...([
    'firm',
    'gold_ounces',
    'gold_tokens',
    'gold_coverage',
    'silver_ounces',
    'silver_tokens',
  ] as const),
  ...([
    'silver_coverage',
    'replaces',
    'replaced_by',
    'withdrawn_at',
    'withdrawn_reason',
    ...reportFields,
  ] as const),
])

export const reportColumnNames = [...columns, 'history']

export function archiveCsv(archive: Report[], locale: Locale): string {
  const rows = archive.map(reportJson).map((report) => {
    return [
      ...[...columns].map((column) => report[column] ?? ''),
      report.history.map(historyLine).join(' | '),
    ]
  })
  return (
    byteOrderMark + toCsv([reportColumnNames, ...rows], separatorOf(locale))
  )
}

function historyLine({ kind, at, reason }: ReportJson['history'][number]) {
  return [`${kind} ${at}`, reason].filter(Boolean).join(': ')
}
