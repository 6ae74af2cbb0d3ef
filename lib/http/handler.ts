import { unstable_rethrow } from 'next/navigation'
import { isDatabaseError } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { cachePolicies } from './cache-policy'
import { problem } from './error-response'

// Next also hands a route its parameters; most take everything from the request.
type Handler<Context extends unknown[]> = (request: Request, ...context: Context) => Promise<Response>

/** Adds no-store, answers notFound() as 404, logs errors and answers 503 (database) or 500; redirect() goes to Next. */
export function handler<Context extends unknown[] = []>(handle: Handler<Context>): Handler<Context> {
  return async (request, ...context) => {
    const response = await handle(request, ...context).catch((error) => errorResponse(error, request))
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', cachePolicies.none)
    return response
  }
}

function errorResponse(error: Error, request: Request): Response {
  if (isNotFound(error)) return problem('not_found')
  unstable_rethrow(error)
  const { name, stack } = error
  const path = new URL(request.url).pathname
  if (isDatabaseError(error)) {
    log.error({ path, error: name, code: (error as { code?: string }).code }, 'database away')
    return problem('unavailable')
  }
  // A stack begins with the error's message, which may quote what a visitor typed: only its places are kept.
  log.error({ path, error: name, stack: stack?.split('\n').filter((line) => /^ +at /.test(line)) }, 'unexpected error')
  return problem('internal')
}

function isNotFound(error: Error): boolean {
  return String((error as { digest?: unknown }).digest) === 'NEXT_HTTP_ERROR_FALLBACK;404'
}
