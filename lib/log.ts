import pino from 'pino'
import { env } from '@/lib/env'
import { requestIds } from './process-state'

const rarelyMs = 60_000

/**
 * Nothing is redacted: never log a visitor's input, nor an error's message,
 * which may quote it.
 */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  mixin: () => ({ request: requestIds.getStore() }),
  level: env.LOG_LEVEL,
  ...(process.stdout.isTTY && { transport: { target: 'pino-pretty' } }),
})

/**
 * Returns a function that logs a warning at most once per minute, with the
 * number of occurrences since the last one.
 */
export function createThrottledWarning(message: string): () => void {
  const state = { times: 0, loggedAt: Number.NEGATIVE_INFINITY }
  return () => {
    state.times++
    if (performance.now() - state.loggedAt < rarelyMs) return
    log.warn({ times: state.times }, message)
    Object.assign(state, { times: 0, loggedAt: performance.now() })
  }
}

/**
 * Describes an error for the log by its type, codes and stack frames, without
 * its message, which may quote a visitor or a secret.
 */
export function errorDetails(error: Error): object {
  const { name, code, digest, cause } = error as Error & {
    code?: unknown
    digest?: unknown
  }
  return {
    error: name,
    code,
    digest,
    stack: stackPlacesOf(error),
    ...(cause instanceof Error && { cause: cause.name }),
  }
}

/**
 * Returns only the frames of the stack. Removes the message first, because its
 * lines could look like frames.
 */
export function stackPlacesOf({ message, stack }: Error): string[] | undefined {
  const lines = stack?.replace(message, '').split('\n')
  return lines?.filter((line) => /^ +at /.test(line))
}
