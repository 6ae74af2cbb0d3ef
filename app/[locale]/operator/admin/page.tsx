import { Admin } from '@/components/operator/admin'
import { consolePage } from '@/components/operator/console-page'
import { loadAdmin } from '@/lib/console/admin'

export default consolePage('admin', async ({ query }) => (
  <Admin {...(await loadAdmin(query))} query={query} />
))
