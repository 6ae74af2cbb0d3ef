import { consolePage } from '@/components/operator/console-page'
import { ConsoleReportList } from '@/components/operator/reports/report-list'
import { readArchive } from '@/lib/attestations/load'
import { listDrafts } from '@/lib/console/reports/store'
import { findTyped } from '@/lib/operator/console'

export default consolePage('reports', async ({ query }) => {
  const [archive, drafts] = await Promise.all([readArchive(), listDrafts()])
  return (
    <ConsoleReportList
      archive={archive}
      drafts={drafts}
      query={query}
      typed={await findTyped(query.draft)}
    />
  )
})
