import { consolePage } from '@/components/operator/console-page'
import { Questions } from '@/components/operator/questions'
import { unansweredLists } from '@/lib/console/questions'

export default consolePage('questions', async ({ query }) => (
  <Questions lists={await unansweredLists()} query={query} />
))
