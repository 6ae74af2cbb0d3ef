import { consolePage } from '@/components/operator/console-page'
import { LeadList, loadLeadList } from '@/components/operator/leads/lead-list'

export default consolePage('leads', async (visit) => (
  <LeadList loaded={await loadLeadList(visit)} query={visit.query} />
))
