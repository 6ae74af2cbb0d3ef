const freshMs = 5000

/** Makes work that many ask for be done once for all who ask meanwhile or within 5 seconds after it. */
export function shareResult<T>(work: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined
  let staleAt = 0
  return () => {
    if (shared && performance.now() < staleAt) return shared
    staleAt = Number.POSITIVE_INFINITY
    shared = work().finally(() => {
      staleAt = performance.now() + freshMs
    })
    return shared
  }
}
