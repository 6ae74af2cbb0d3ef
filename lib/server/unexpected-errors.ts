import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorDetails, log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { sendShortResponse } from './request'

const events = {
  uncaughtException: 'exception',
  unhandledRejection: 'rejection',
} as const

/**
 * Calls `stop` after an uncaught error, because the state of the process is
 * unknown then. Next only logs such errors and continues.
 */
export function stopAfterUncaught(stop: () => void) {
  for (const [event, kind] of Object.entries(events)) {
    process.on(event, (thrown: unknown) => {
      const details =
        thrown instanceof Error
          ? errorDetails(thrown)
          : { error: typeof thrown }
      log.fatal(details, 'uncaught error: the server stops')
      metrics.unexpectedErrors.inc({ kind })
      process.exitCode = 1
      stop()
    })
  }
}

/**
 * Logs and counts an error of the server itself, and answers 500. Closes the
 * connection if the response has begun.
 */
export function answerFailure(
  error: Error,
  request: IncomingMessage,
  response: ServerResponse,
) {
  log.error(errorDetails(error), 'a request could not be answered')
  metrics.unexpectedErrors.inc({ kind: 'request' })
  if (response.headersSent) response.destroy()
  else sendShortResponse(request, response, internalError)
}

const internalError = { status: 500, code: 'internal' }
