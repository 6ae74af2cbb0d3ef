import { consolePage } from '@/components/operator/console-page'
import { LeadList, loadLeadList } from '@/components/operator/leads/lead-list'
import { consoleMetadata } from '@/lib/seo/console-metadata'

export const generateMetadata = consoleMetadata('leads')

export default consolePage('leads', async ({ operator, query }) => {
  return <LeadList loaded={await loadLeadList(query, operator)} query={query} />
})
