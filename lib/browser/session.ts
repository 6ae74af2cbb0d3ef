import { attempt } from './storage'

// What the tab's storage would not take (blocked or full) is kept here for as long as the page is open.
const unstored = new Map<string, string>()

/**
 * Reads a JSON entry of this tab's storage; undefined where there is none or it is not accepted. Anything may stand
 * there: an older version of the site, an extension or the visitor can have written it.
 */
export function readSession<Value>(entry: string, accepts: (value: unknown) => value is Value): Value | undefined {
  const value = attempt<unknown>(() => JSON.parse(unstored.get(entry) ?? sessionStorage.getItem(entry) ?? 'null'))
  return accepts(value) ? value : undefined
}

/** Writes a JSON entry of this tab's storage, or removes it when the value is undefined. */
export function writeSession(entry: string, value: unknown) {
  unstored.delete(entry)
  attempt(() => {
    if (value === undefined) return sessionStorage.removeItem(entry)
    const text = JSON.stringify(value)
    unstored.set(entry, text)
    sessionStorage.setItem(entry, text)
    unstored.delete(entry)
  })
}
