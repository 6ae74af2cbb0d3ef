import { consolePage } from '@/components/operator/console-page'
import { LeadPage, loadLead } from '@/components/operator/leads/lead-page'

export default consolePage('leads', async (visit) => (
  <LeadPage loaded={await loadLead(visit)} query={visit.query} />
))
