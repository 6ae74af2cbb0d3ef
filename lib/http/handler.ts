import { isDatabaseFault } from '@/lib/database/faults'
import { log } from '@/lib/log'
import { problem } from './problem'

// Next also hands a route its parameters; most take everything from the request.
type Handler<Context extends unknown[]> = (request: Request, ...context: Context) => Promise<Response>

/**
 * Wraps a route handler: no cache keeps its answer, and what it throws is logged and answered as 503 (database away)
 * or 500, without its cause.
 */
export function handler<Context extends unknown[] = []>(handle: Handler<Context>): Handler<Context> {
  return async (request, ...context) => {
    const response = await handle(request, ...context).catch((error) => answerFault(error, request))
    response.headers.set('Cache-Control', 'no-store')
    return response
  }
}

function answerFault(error: Error, request: Request): Response {
  const { name, stack } = error
  const path = new URL(request.url).pathname
  if (isDatabaseFault(error)) {
    log.error({ path, fault: name, code: (error as { code?: string }).code }, 'database away')
    return problem('unavailable')
  }
  // A stack begins with the error's message, which may quote what a visitor typed: only its places are kept.
  log.error({ path, fault: name, stack: stack?.split('\n').filter((line) => /^ +at /.test(line)) }, 'unexpected fault')
  return problem('internal')
}
