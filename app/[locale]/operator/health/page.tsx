import { consolePage } from '@/components/operator/console-page'
import { Health } from '@/components/operator/health'
import { loadHealth } from '@/lib/console/overview'

export default consolePage('health', async () => (
  <Health {...(await loadHealth())} />
))
