import { consolePage } from '@/components/operator/console-page'
import { LeadList } from '@/components/operator/leads/lead-list'
import { loadLeadList } from '@/lib/console/leads/load-list'

export default consolePage('leads', async (visit) => (
  <LeadList loaded={await loadLeadList(visit)} query={visit.query} />
))
