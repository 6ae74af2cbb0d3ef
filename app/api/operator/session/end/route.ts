import { consoleAction, type Destination } from '@/lib/console/console-action'
import { log } from '@/lib/log'
import { consolePaths } from '@/lib/operator/console-paths'
import { endSession, endSessions } from '@/lib/operator/session'

/**
 * Ends the operator's session in this browser (`this`), all `others`, or the
 * one with the given id.
 */
export const POST = consoleAction(
  async ({ form, operator, request }): Promise<Destination> => {
    const session = form.get('session') ?? 'this'
    if (session === 'this') {
      const cookie = await endSession(request.headers, operator)
      return {
        path: consolePaths.overview,
        query: { done: 'signed_out' },
        cookie,
      }
    }
    const ended = await endSessions(operator, session, request.headers)
    log.info({ operator, ended }, 'operator ended other sessions')
    return { path: consolePaths.overview, query: { done: 'sessions_ended' } }
  },
  { pageOf: () => consolePaths.overview },
)
