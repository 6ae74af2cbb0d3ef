export const circuitBreakerLimits = { failures: 5, pauseMs: 10_000 }

export class CircuitOpen extends Error {
  override name = 'CircuitOpen'
  constructor(readonly retryAfterMs: number) {
    super('The breaker is open.')
  }
}

/**
 * Makes a circuit breaker: after `failures` failed calls in a row all fail at once, apart from one trial call after each
 * `pauseMs` (milliseconds), until a trial succeeds.
 */
export function createCircuitBreaker({ failures, pauseMs }: typeof circuitBreakerLimits) {
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
      const counts = isFailure(error)
      if (counts) failed++
      if (counts || isTrial) openUntil = counts ? Date.now() + pauseMs : 0
      throw error
    }
  }
}
