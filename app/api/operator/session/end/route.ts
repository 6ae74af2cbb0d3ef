import { apiTable } from '@/lib/http/api-table'
import { log } from '@/lib/log'
import { consoleAction } from '@/lib/operator/console-action'
import { consolePaths } from '@/lib/operator/console-paths'
import { endSession } from '@/lib/operator/session'

const { maxBytes } = apiTable['/api/operator/session/end'].POST.body

/** Signs out. */
export const POST = consoleAction(maxBytes, async ({ operator, request }) => {
  const cookie = await endSession(request.headers)
  log.info({ operator }, 'operator signed out')
  return { path: consolePaths.overview, query: { done: 'signed_out' }, cookie }
})
