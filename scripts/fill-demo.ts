// Fills an empty demonstration database with two years of reports. Part of `npm run demo`.
import { demoReports } from '@/lib/attestations/demo'
import { saveReport, withdrawReport } from '@/lib/attestations/store'
import { env } from '@/lib/env'

if (!env.DEMO) throw new Error('Made-up reports belong into a demonstration only: start it with `npm run demo`.')

const operator = 'demo'

for (const { report, publishedAt, withdrawal } of demoReports(new Date())) {
  const stored = await saveReport(report, `demo-${report.report_date}-${report.title.length}`, operator, publishedAt)
  if (typeof stored === 'string') throw new Error(`${report.title}: ${stored}`)
  if (withdrawal) await withdrawReport(stored.id, operator, withdrawal.reason, withdrawal.at)
}
