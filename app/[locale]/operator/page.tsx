import { consolePage } from '@/components/operator/console-page'
import { Overview } from '@/components/operator/overview'
import { loadOverview } from '@/lib/console/overview'
import { consoleMetadata } from '@/lib/seo/console-metadata'

export const generateMetadata = consoleMetadata('overview')

export default consolePage('overview', async ({ operator, query }) => {
  return <Overview {...(await loadOverview(operator))} query={query} />
})
