import { isDatabaseFault } from '@/lib/database/faults'
import { log } from '@/lib/log'
import { problem } from './problem'

// Next also hands a route its parameters; most take everything from the request.
type Handler<Context extends unknown[]> = (request: Request, ...context: Context) => Promise<Response>

/** Wraps a route handler: what it throws is logged and answered as 503 (database away) or 500, without its cause. */
export function handler<Context extends unknown[] = []>(handle: Handler<Context>): Handler<Context> {
  return async (request, ...context) => {
    try {
      return await handle(request, ...context)
    } catch (error) {
      const { name, stack } = error as Error
      const path = new URL(request.url).pathname
      if (isDatabaseFault(error)) {
        log.error({ path, fault: name, code: (error as { code?: string }).code }, 'database away')
        return problem('unavailable')
      }
      log.error({ path, fault: name, stack }, 'unexpected fault')
      return problem('internal')
    }
  }
}
