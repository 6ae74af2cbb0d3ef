export const circuitBreakerLimits = { failures: 5, pauseMs: 10_000 }

type Options = {
  failures: number
  /** Milliseconds until one trial call. */
  pauseMs: number
}

export class CircuitOpen extends Error {
  override name = 'CircuitOpen'
  constructor(readonly retryAfterMs: number) {
    super('The breaker is open.')
  }
}

/** Makes a circuit breaker: after several failures in a row calls fail at once, until a trial call succeeds. */
export function createCircuitBreaker({ failures, pauseMs }: Options) {
  let failed = 0
  let openUntil = 0

  /** Runs a call or throws CircuitOpen. Errors that `isFailure` denies (a visitor who left) do not count. */
  return async function guard<T>(call: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const isTrial = failed >= failures
    const waitMs = openUntil - Date.now()
    // A longer wait was never set: the clock was put back.
    if (isTrial && waitMs > 0 && waitMs <= pauseMs) throw new CircuitOpen(Math.max(waitMs, 1000))
    // One trial a pause: the next may follow even if this one never settles.
    if (isTrial) openUntil = Date.now() + pauseMs
    try {
      const result = await call()
      failed = 0
      return result
    } catch (error) {
      if (isFailure(error)) {
        failed++
        openUntil = Date.now() + pauseMs
      } else if (isTrial) {
        openUntil = 0
      }
      throw error
    }
  }
}
