import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http'
import { isApiPath } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { type ResolvedRoute, resolveRoute } from '@/lib/resolve-route'
import { defaultHeaders } from './resource'

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

export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

export function queryOf(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams(request.url?.slice(pathOf(request).length))
}

/**
 * Returns the route of a page or file that a request reads. Undefined for
 * Next's own files, which have no route, and for other methods.
 */
export function routeOf(request: IncomingMessage): ResolvedRoute | undefined {
  const path = pathOf(request)
  const hasRoute = isRead(request) && !path.startsWith('/_next/')
  return hasRoute ? resolveRoute(path, queryOf(request)) : undefined
}

export function isForNextRouter({ headers }: IncomingMessage): boolean {
  return 'rsc' in headers
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a request has a body (RFC 9112 section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0
  )
}

/**
 * Calls `prepare` with the response's status just before anything writes the
 * head.
 */
export function beforeHead(
  response: ServerResponse,
  prepare: (status: number) => void,
) {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    prepare(status)
    return writeHead(status, ...rest)
  }
}

export type ShortResponse = {
  status: number
  code?: string
  headers?: Record<string, string>
}

export const notFound: ShortResponse = { status: 404, code: 'not_found' }

export function sendShortResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, headers }: ShortResponse,
) {
  const isApi = isApiPath(pathOf(request))
  const body = isApi ? JSON.stringify({ error: { code } }) : `${code}\n`
  const text = code ? body : ''
  response.writeHead(status, {
    ...defaultHeaders,
    'Cache-Control': cachePolicies.none,
    ...headers,
    ...(code && {
      'Content-Type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
    }),
    ...(status !== 204 && { 'Content-Length': Buffer.byteLength(text) }),
    // Closes the connection after a request that a proxy may parse differently,
    // because the connection is no longer trusted.
    ...((status === 400 || status === 501) && { Connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
