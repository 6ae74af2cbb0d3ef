import { consolePage } from '@/components/operator/console-page'
import { Overview } from '@/components/operator/overview'
import { loadOverview } from '@/lib/console/overview'
import { consoleMetadata } from '@/lib/seo/console-metadata'

export const generateMetadata = consoleMetadata('overview')

/** Where operators sign in, and then see what waits for them. */
export default consolePage('overview', async ({ operator, query }) => {
  return <Overview {...(await loadOverview(operator))} query={query} />
})
