import { consolePage } from '@/components/operator/console-page'
import { Conversation } from '@/components/operator/leads/conversations'
import { findConversation } from '@/lib/chatbot/unsent-store'
import { log } from '@/lib/log'

export default consolePage('questions', async ({ id, operator }) => {
  const found = await findConversation(id)
  if (found) log.info({ operator, conversation: id }, 'conversation read')
  return <Conversation found={found} />
})
