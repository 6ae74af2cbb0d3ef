/**
 * Runs a call with a signal that aborts after `maxMs`, or when `other` does.
 * Uses its own timer, because AbortSignal.any's signals may be
 * garbage-collected before they fire (nodejs/node#57736).
 */
export async function withTimeLimit<Result>(
  maxMs: number,
  other: AbortSignal | null | undefined,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopper = new AbortController()
  const timer = setTimeout(
    () => stopper.abort(new DOMException('took too long', 'TimeoutError')),
    maxMs,
  )
  const stop = () => stopper.abort(other?.reason)
  if (other?.aborted) stop()
  other?.addEventListener('abort', stop)
  try {
    return await call(stopper.signal)
  } finally {
    clearTimeout(timer)
    other?.removeEventListener('abort', stop)
  }
}

/**
 * Resolves like the promise, or to undefined after `maxMs`. Rejects if the
 * promise does.
 */
export async function resolveWithin<Value>(
  maxMs: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
