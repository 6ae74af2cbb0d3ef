import { consolePage } from '@/components/operator/console-page'
import { LeadPage, loadLead } from '@/components/operator/leads/lead-page'
import { leadPath } from '@/lib/operator/console-paths'
import { consoleMetadata } from '@/lib/seo/console-metadata'

export const generateMetadata = consoleMetadata('leads')

export default consolePage(
  'leads',
  async ({ id, operator, query }) => <LeadPage loaded={await loadLead(id, { operator, query })} query={query} />,
  leadPath,
)
