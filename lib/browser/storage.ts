/** Reads an entry of local storage; undefined where there is none or the visitor blocks storage. */
export function readLocal(entry: string): string | undefined {
  return attempt(() => localStorage.getItem(entry) ?? undefined)
}

/** Writes an entry of local storage; where the visitor blocks storage, nothing is kept. */
export function writeLocal(entry: string, value: string) {
  attempt(() => localStorage.setItem(entry, value))
}

/** Reads a JSON entry of this tab's storage; undefined where there is none. */
export function readSession<T>(entry: string): T | undefined {
  return attempt(() => JSON.parse(sessionStorage.getItem(entry) ?? 'null') ?? undefined)
}

/** Writes a JSON entry of this tab's storage, or removes it when the value is undefined. */
export function writeSession(entry: string, value: unknown) {
  attempt(() => {
    if (value === undefined) sessionStorage.removeItem(entry)
    else sessionStorage.setItem(entry, JSON.stringify(value))
  })
}

// Storage that is blocked, full or written by something else is as good as empty: the site works without it.
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
