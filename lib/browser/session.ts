import { toHex } from '@/lib/text'

export function writeLocal(entry: string, value: string) {
  attempt(() => localStorage.setItem(entry, value))
}

/**
 * Returns undefined if `use` throws, because storage may be blocked or full and
 * the site works without it.
 */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

// Values that could not be stored, because storage is blocked or full. They
// last until the page is closed.
const unstored = new Map<string, string>()

/**
 * Reads JSON from this tab's storage. Returns undefined if it is missing or
 * invalid, because the storage may contain anything.
 */
export function readSession<Value>(
  entry: string,
  accepts: (value: unknown) => value is Value,
): Value | undefined {
  const value = attempt<unknown>(() =>
    JSON.parse(unstored.get(entry) ?? sessionStorage.getItem(entry) ?? 'null'),
  )
  return accepts(value) ? value : undefined
}

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

const idBytes = 16

/**
 * Returns 32 random hexadecimal digits. Works without https, unlike
 * `crypto.randomUUID` (MDN, "Secure contexts").
 */
export function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(idBytes)))
}
