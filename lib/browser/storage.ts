/** Reads an entry of local storage; undefined when it is missing, invalid or blocked. */
export function readLocal<Value extends string>(
  entry: string,
  accepts: (value: string) => value is Value,
): Value | undefined {
  const value = attempt(() => localStorage.getItem(entry))
  return typeof value === 'string' && accepts(value) ? value : undefined
}

export function writeLocal(entry: string, value: string) {
  attempt(() => localStorage.setItem(entry, value))
}

/** The result, or undefined when it throws: storage may be blocked or full, and the site works without it. */
export function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
