import { figuresOf, type Report } from './archive'
import { withdrawalOf } from './events'

/** A report as the API tells it: the specified fields, then what belongs to its proof. Figures are exact strings. */
export function reportJson(report: Report) {
  const withdrawal = withdrawalOf(report)
  return {
    id: report.id,
    title: report.title,
    description: report.description,
    file_url: report.fileUrl,
    report_date: report.reportDate,
    status: report.status,
    sha256: report.sha256,
    gold_ounces: report.goldOunces,
    gold_tokens: report.goldTokens,
    gold_coverage: figuresOf(report, 'gold')?.coverage ?? null,
    silver_ounces: report.silverOunces,
    silver_tokens: report.silverTokens,
    silver_coverage: figuresOf(report, 'silver')?.coverage ?? null,
    as_of: report.asOf,
    firm: report.firm,
    published_at: report.createdAt.toISOString(),
    replaces: report.replacesId,
    replaced_by: report.replacedById,
    withdrawn_at: withdrawal?.at.toISOString() ?? null,
    withdrawn_reason: withdrawal?.reason ?? null,
    history: report.events.map(({ kind, at, reason }) => ({ kind, at: at.toISOString(), reason })),
  }
}

export type ReportJson = ReturnType<typeof reportJson>
