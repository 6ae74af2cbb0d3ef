import { consolePage } from '@/components/operator/console-page'
import { ConversationView } from '@/components/operator/leads/conversations'
import { findConversation } from '@/lib/chatbot/unsent-contacts-store'
import { log } from '@/lib/log'
import { recordReading } from '@/lib/operator/audit-store'

export default consolePage('questions', async ({ id, operator }) => {
  const conversation = await findConversation(id)
  if (conversation) {
    log.info({ operator, conversation: id }, 'conversation read')
    await recordReading(operator, 'read', `conversation ${id}`)
  }
  return <ConversationView found={conversation} />
})
