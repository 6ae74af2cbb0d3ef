import { dismissUnanswered } from '@/lib/chatbot/store'
import { apiTable } from '@/lib/http/api-table'
import { log } from '@/lib/log'
import { consoleAction } from '@/lib/operator/console'
import { consolePaths } from '@/lib/operator/console-paths'

const { maxBytes } = apiTable['/api/operator/questions/dismiss'].POST.body

export const POST = consoleAction(maxBytes, async ({ form, operator }) => {
  const question = form.get('id') ?? ''
  if (!(await dismissUnanswered(question))) return { path: consolePaths.questions, query: { problem: 'gone' } }
  log.info({ operator, question }, 'unanswered question removed')
  return { path: consolePaths.questions, query: { done: 'dismissed' } }
})
