import type { IncomingMessage } from 'node:http'

/**
 * Normalizes the address of a request, so that the filter, the log, the cache
 * policy and Next all see the same spelling. Otherwise, Next's router would
 * resolve dot segments after the filter had already judged the address. Returns
 * whether the client sent the normal spelling. Reduces an absolute target (`GET
 * http://site.example/`), which clients send to proxies, to its path, and
 * replaces Host with its host (RFC 9112 section 3.2.2).
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const target = (request.url ?? '').replace(
    /^https?:\/\/([^/?#]+)\/?/i,
    (_, host: string) => {
      request.headers.host = host
      return '/'
    },
  )
  request.url = target.startsWith('/') ? normalizeAddress(target) : target
  return request.url === target
}

function normalizeAddress(target: string): string {
  const [address = ''] = target.split('#')
  const path = address.replace(/\?.*/, '')
  const { pathname } = new URL(`http://site${path}`)
  return (
    pathname.replace(/\/+/g, '/').replace(/(.)\/$/, '$1') +
    address.slice(path.length)
  )
}
