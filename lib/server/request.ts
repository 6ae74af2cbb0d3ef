import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Whether Next's own router, which no link uses, asks for a page as data. */
export function isForNextRouter({ headers }: IncomingMessage): boolean {
  return 'rsc' in headers
}

/** Whether a request has a body (RFC 9112 section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const plainPath = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$|^\/$/

/** Whether a path has no empty or dot segments, no encoding and no slash at the end; others are left to Next. */
export function hasPlainPath(request: IncomingMessage): boolean {
  return plainPath.test(pathOf(request))
}

const dotSegment = /[/\\](\.|%2e){1,2}([/\\]|$)/i

/** An address without its dot segments (RFC 3986 section 5.2.4), or undefined when it has none. No browser sends any. */
export function withoutDotSegments(request: IncomingMessage): string | undefined {
  if (!dotSegment.test(pathOf(request))) return undefined
  const { pathname, search } = new URL(`http://localhost${request.url}`)
  // `/.//elsewhere` must not lead to another host.
  return pathname.replace(/^\/+/, '/') + search
}
