import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request's path without its query. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

/** Whether a request says that it has a body (RFC 9112 section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

// No empty or dot segments, nothing encoded, no slash at the end.
const plainPath = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$|^\/$/

/** Whether an address is what it seems; what others mean is for Next to say. */
export function hasPlainPath(request: IncomingMessage): boolean {
  return plainPath.test(pathOf(request))
}
