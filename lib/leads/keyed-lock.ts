const lines = new Map<string, Promise<unknown>>()

/** Does work of the same key one after another in this process; work of other keys does not wait. */
export async function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve()
  // Whoever came before has been told of their own failure.
  const mine = before.catch(() => undefined).then(work)
  lines.set(key, mine)
  try {
    return await mine
  } finally {
    if (lines.get(key) === mine) lines.delete(key)
  }
}
