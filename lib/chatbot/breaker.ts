type Options = {
  /** How many failures in a row open it. */
  failures: number
  /** How long it stays open, in milliseconds, before one call may try again. */
  pauseMs: number
}

/** Thrown instead of calling while the breaker is open. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
  constructor(readonly retryAfterMs: number) {
    super('The breaker is open.')
  }
}

/** Makes a circuit breaker: after several failures in a row calls fail at once, until one trial call succeeds. */
export function createBreaker({ failures, pauseMs }: Options) {
  let failed = 0
  let openedAt = 0
  let trying = false

  /** Runs a call, or throws BreakerOpen. What `isFailure` denies (a visitor who left) counts neither way. */
  return async function guard<T>(call: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const isTrial = failed >= failures
    const waitMs = openedAt + pauseMs - Date.now()
    if (isTrial && (trying || waitMs > 0)) throw new BreakerOpen(Math.max(waitMs, 1000))
    trying = isTrial
    try {
      const result = await call()
      failed = 0
      return result
    } catch (error) {
      if (isFailure(error)) {
        failed++
        openedAt = Date.now()
      }
      throw error
    } finally {
      if (isTrial) trying = false
    }
  }
}
