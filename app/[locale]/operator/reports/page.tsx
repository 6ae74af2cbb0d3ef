import { consolePage } from '@/components/operator/console-page'
import { ConsoleReportList } from '@/components/operator/reports/report-list'
import { readArchive } from '@/lib/attestations/load'
import { findRefusedFields } from '@/lib/console/refused-form'
import { listDrafts } from '@/lib/console/reports/draft-store'

export default consolePage('reports', async ({ query }) => {
  const [archive, drafts] = await Promise.all([readArchive(), listDrafts()])
  return (
    <ConsoleReportList
      archive={archive}
      drafts={drafts}
      query={query}
      typed={await findRefusedFields(query.input)}
    />
  )
})
