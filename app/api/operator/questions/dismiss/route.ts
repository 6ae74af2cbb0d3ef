import { dismissUnanswered } from '@/lib/chatbot/conversation-store'
import { consoleAction } from '@/lib/console/console-action'
import { log } from '@/lib/log'
import { consolePaths } from '@/lib/operator/console-paths'

export const POST = consoleAction(
  async ({ form, operator }) => {
    const question = form.get('id') ?? ''
    if (!(await dismissUnanswered(question)))
      return { path: consolePaths.questions, query: { problem: 'gone' } }
    log.info({ operator, question }, 'unanswered question removed')
    return { path: consolePaths.questions, query: { done: 'dismissed' } }
  },
  { role: 'sales', pageOf: () => consolePaths.questions },
)
