import { consolePage } from '@/components/operator/console-page'
import { Questions } from '@/components/operator/questions'
import { contactRequests, unansweredLists } from '@/lib/console/questions'

export default consolePage('questions', async ({ query }) => {
  const [lists, page] = await Promise.all([unansweredLists(), contactRequests(query)])
  return <Questions lists={lists} page={page} query={query} />
})
