const underWay = new Map<unknown, Promise<unknown>>()

/**
 * Runs work with the same key one at a time in this process, in the order of
 * the calls. Work with another key does not wait. Resolves or rejects like the
 * work.
 */
export async function runSerially<Result>(
  key: unknown,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  // Ignores the previous call's error, because its caller already got it.
  const mine = (underWay.get(key) ?? Promise.resolve())
    .catch(() => undefined)
    .then(work)
  underWay.set(key, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key)
  }
}
