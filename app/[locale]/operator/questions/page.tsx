import { consolePage } from '@/components/operator/console-page'
import { Questions } from '@/components/operator/questions'
import { contactRequests, unansweredLists } from '@/lib/console/questions'
import { consoleMetadata } from '@/lib/seo/console-metadata'

export const generateMetadata = consoleMetadata('questions')

export default consolePage('questions', async ({ query }) => {
  const [lists, page] = await Promise.all([unansweredLists(), contactRequests(query)])
  return <Questions lists={lists} page={page} query={query} />
})
