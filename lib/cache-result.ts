/**
 * Returns a function that runs `work` at most once at a time. Concurrent
 * callers share the run, and callers in the next `ms` milliseconds get its
 * result.
 */
export function cacheResult<Result>(
  ms: number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let shared: Promise<Result> | undefined
  let staleAt = 0
  return () => {
    if (shared && performance.now() < staleAt) return shared
    staleAt = Number.POSITIVE_INFINITY
    shared = work().finally(() => {
      staleAt = performance.now() + ms
    })
    return shared
  }
}
