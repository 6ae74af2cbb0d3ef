import { recordOf } from '@/lib/text'
import { figuresOf, type Report, withdrawalOf } from './archive'
import { type NewReport, reportDefinitions, reportFields } from './fields'
import { absoluteAddress } from './file-store'

export function reportJson(report: Report) {
  const withdrawal = withdrawalOf(report)
  return {
    id: report.id,
    status: report.status,
    ...(recordOf(
      reportFields,
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
