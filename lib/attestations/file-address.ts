/** A stored file’s path, or an address elsewhere that is a valid URI. */
export const fileAddressPattern =
  /^(https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?([/?#]\S*)?|\/files\/[\da-f]{64}\.pdf)$/

// Matches characters that the URL standard leaves unencoded but RFC 3986
// requires to be encoded.
const unencoded = /[^\w.~:/?#@!$&'()*+,;=%-]|%(?![\da-f]{2})|(?<=#.*)#/gi

/**
 * Normalizes a report file's address. Returns undefined if the input is not
 * such an address.
 */
export function normalizeFileAddress(typed: string): string | undefined {
  if (fingerprintInPath(typed)) return typed
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return undefined
  const { origin, href } = new URL(typed)
  // Refuses a name and password, because they can make an address look like
  // someone else's.
  if (!href.startsWith(`${origin}/`)) return undefined
  const address =
    origin + href.slice(origin.length).replace(unencoded, encodeURIComponent)
  return fileAddressPattern.test(address) ? address : undefined
}

export function pathOfFile(sha256: string): string {
  return `/files/${sha256}.pdf`
}

export function fingerprintInPath(path: string): string | undefined {
  return path.match(/^\/files\/([0-9a-f]{64})\.pdf$/)?.[1]
}
