import { dismissUnanswered } from '@/lib/chatbot/conversation-store'
import { finishConversation } from '@/lib/chatbot/unsent-contacts-store'
import {
  type Action,
  consoleAction,
  type Destination,
} from '@/lib/console/console-action'
import { unsentView } from '@/lib/console/leads/list-query'
import { log } from '@/lib/log'
import { consolePaths } from '@/lib/operator/console-paths'

export const POST = consoleAction(
  (action) =>
    isAboutConversation(action.form) ? finish(action) : dismiss(action),
  {
    role: 'sales',
    pageOf: (form) =>
      isAboutConversation(form) ? consolePaths.leads : consolePaths.questions,
  },
)

/** Whether the form marks an unsent conversation as done. */
function isAboutConversation(form: URLSearchParams): boolean {
  return form.has('conversation')
}

async function dismiss({ form, operator }: Action): Promise<Destination> {
  const question = form.get('id') ?? ''
  if (!(await dismissUnanswered(question)))
    return { path: consolePaths.questions, query: { problem: 'gone' } }
  log.info({ operator, question }, 'unanswered question removed')
  return { path: consolePaths.questions, query: { done: 'dismissed' } }
}

async function finish({ form, operator }: Action): Promise<Destination> {
  const conversation = form.get('conversation') ?? ''
  await finishConversation(conversation)
  log.info({ operator, conversation }, 'unsent conversation finished')
  return {
    path: consolePaths.leads,
    query: { ...unsentView, done: 'finished' },
  }
}
