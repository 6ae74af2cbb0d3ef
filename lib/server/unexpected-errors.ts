import { log, stackPlacesOf } from '@/lib/log'
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
      const { name, code, stack, cause } = detailsOf(thrown)
      log.fatal(
        { error: name, code, stack, cause },
        'uncaught error: the server stops',
      )
      metrics.unexpectedErrors.inc({ kind })
      process.exitCode = 1
      stop()
    })
  }
}

// Leaves out messages, which may quote a visitor.
function detailsOf(thrown: unknown) {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const { name, cause } = thrown
  const { code } = thrown as NodeJS.ErrnoException
  return {
    name,
    code,
    stack: stackPlacesOf(thrown),
    cause: cause instanceof Error ? cause.name : undefined,
  }
}
