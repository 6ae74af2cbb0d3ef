import { errorDetails, log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'

const events = {
  uncaughtException: 'exception',
  unhandledRejection: 'rejection',
} as const

/**
 * Calls `stop` after an uncaught error, because the state of the process is
 * unknown then. Next only logs such errors and continues.
 */
export function stopAfterUncaught(stop: () => void): void {
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
