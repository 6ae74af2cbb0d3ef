import { figuresOf, type Report } from './archive'
import { withdrawalOf } from './events'
import { mapFields, type NewReport, reportDefinitions } from './fields'

/** A report as the API tells it: the specified fields, then what belongs to its proof. Figures are exact strings. */
export function reportJson(report: Report) {
  const withdrawal = withdrawalOf(report)
  return {
    id: report.id,
    ...(mapFields((field) => report[reportDefinitions[field].column]) as NewReport),
    status: report.status,
    gold_coverage: figuresOf(report, 'gold')?.coverage ?? null,
    silver_coverage: figuresOf(report, 'silver')?.coverage ?? null,
    published_at: report.createdAt.toISOString(),
    replaced_by: report.replacedById,
    withdrawn_at: withdrawal?.at.toISOString() ?? null,
    withdrawn_reason: withdrawal?.reason ?? null,
    history: report.history.map(({ kind, at, reason, entry }) => {
      return { kind, at: at.toISOString(), reason, log_entry: entry?.sequence ?? null, log_hash: entry?.hash ?? null }
    }),
  }
}

export type ReportJson = ReturnType<typeof reportJson>
