import { consolePage } from '@/components/operator/console-page'
import { Questions } from '@/components/operator/questions'
import { recentConversations, unansweredLists } from '@/lib/console/questions'

export default consolePage('questions', async ({ query }) => {
  const [lists, conversations] = await Promise.all([unansweredLists(), recentConversations()])
  return <Questions lists={lists} conversations={conversations} query={query} />
})
