/**
 * Returns a function whose callers share one run of the work: while it is under
 * way, and its result for `ms` milliseconds after it has ended.
 */
export function shareFor<Result>(
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
