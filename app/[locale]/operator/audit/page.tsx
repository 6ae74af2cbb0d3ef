import { Audit } from '@/components/operator/audit'
import { consolePage } from '@/components/operator/console-page'
import { loadAudit } from '@/lib/console/audit'

export default consolePage('audit', async ({ query }) => (
  <Audit {...(await loadAudit(query))} />
))
