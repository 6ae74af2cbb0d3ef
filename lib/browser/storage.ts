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
