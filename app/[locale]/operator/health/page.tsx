import { consolePage } from '@/components/operator/console-page'
import { Health } from '@/components/operator/health'
import { loadHealth } from '@/lib/console/overview'
import { consoleMetadata } from '@/lib/seo/console-metadata'

export const generateMetadata = consoleMetadata('health')

export default consolePage('health', async () => <Health {...(await loadHealth())} />)
