/** Reads an entry of local storage; undefined where there is none, it is not accepted or the visitor blocks storage. */
export function readLocal<Value extends string>(
  entry: string,
  accepts: (value: string) => value is Value,
): Value | undefined {
  const value = attempt(() => localStorage.getItem(entry))
  return typeof value === 'string' && accepts(value) ? value : undefined
}

/** Writes an entry of local storage; where the visitor blocks storage, nothing is kept. */
export function writeLocal(entry: string, value: string) {
  attempt(() => localStorage.setItem(entry, value))
}

/**
 * What a use of storage gives, or undefined when it throws: storage that is blocked, full or written by something else
 * is as good as empty, and the site works without it.
 */
export function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
