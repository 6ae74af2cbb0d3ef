import { consolePage } from '@/components/operator/console-page'
import { Overview } from '@/components/operator/overview'
import { loadOverview } from '@/lib/console/overview'

export default consolePage('overview', async ({ operator, query }) => (
  <Overview {...(await loadOverview(operator))} query={query} />
))
