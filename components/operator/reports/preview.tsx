import { ReportEntry } from '@/components/attestations/report'
import type { Report } from '@/lib/attestations/archive'

/** A report as its entry on the public page looks. */
export function Preview({ report, archive }: { report: Report; archive: Report[] }) {
  const page = { archive, reports: [], years: [], pages: 1 }
  return (
    <div className="report report-preview">
      <ReportEntry report={report} page={page} heading="h3" />
    </div>
  )
}
