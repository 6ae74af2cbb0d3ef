import { consolePage } from '@/components/operator/console-page'
import { Conversation } from '@/components/operator/questions'
import { findContactRequest } from '@/lib/chatbot/store'
import { log } from '@/lib/log'

export default consolePage('questions', async ({ id, operator }) => {
  const found = await findContactRequest(id)
  if (found) log.info({ operator, conversation: id }, 'conversation read')
  return <Conversation found={found} />
})
