import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http'
import { env } from '@/lib/env'
import { findApiAddress, isApiPath, mediaTypes } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { addressOf, isInternal } from '@/lib/http/request'
import { createRareWarning } from '@/lib/log'
import { internalHeader } from '@/lib/next-internals'
import { proxyMismatch } from '@/lib/process-state'
import { type ResolvedRoute, resolveRoute } from '@/lib/resolve-route'
import { renderOnceHeader } from '@/lib/security/policy.mjs'
import { answerHeaders } from './resource'

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
 * Calls a function with the status of an answer before its head is written by
 * any code.
 */
export function beforeHead(
  response: ServerResponse,
  prepare: (status: number) => void,
): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    prepare(status)
    return writeHead(status, ...rest)
  }
}

// Does not log the header itself, because it may contain anything.
const warnMismatch = createRareWarning(
  'visitors may count as one: TRUSTED_PROXY_HOPS must be the number of proxies, each adding an address to X-Forwarded-For',
)

/**
 * Returns the address of the socket or the hop that the trusted proxy added,
 * because clients can make up the rest of X-Forwarded-For.
 */
export function clientAddress(request: IncomingMessage): string {
  const own = request.socket.remoteAddress ?? ''
  const listed = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const forwarded = listed.map((hop) => hop.trim()).filter(Boolean)
  const surplus = forwarded.length - env.TRUSTED_PROXY_HOPS
  const address = addressOf([...forwarded, own][Math.max(0, surplus)] ?? '')
  const isAnotherProxy = surplus > 0 && address && isInternal(address)
  // Ignores reads of the API, because monitoring makes them at the site's own
  // port, without a proxy.
  const isVisit = !isRead(request) || !isApiPath(pathOf(request))
  if (isVisit && (surplus < 0 || isAnotherProxy || !address)) {
    proxyMismatch.at = performance.now()
    warnMismatch()
  }
  return address ?? addressOf(own) ?? own
}

// The site's own internal header, and the offer of another protocol: the site
// declines it by answering without it (RFC 9110 section 7.8), and Next must not
// accept it.
const removedHeaders = [renderOnceHeader, 'upgrade', 'http2-settings']

/**
 * Refuses requests that nothing on this site makes, and redirects other
 * spellings of an address. Returns whether it has answered. Otherwise corrects
 * the headers of the request.
 */
export function filterRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isNormal: boolean,
): boolean {
  const { headers, url: Location = '/' } = request
  // Must not be cached, because a cache that normalizes addresses itself would
  // store the address as a redirect to itself.
  const refusal =
    refusalOf(request) ??
    (isNormal ? undefined : { status: 308, headers: { Location } })
  if (refusal) {
    sendShortAnswer(request, response, refusal)
    return true
  }
  for (const name of Object.keys(headers))
    if (internalHeader.test(name) || removedHeaders.includes(name))
      delete headers[name]
  headers['x-forwarded-for'] = clientAddress(request)
  return false
}

type ShortAnswer = {
  status: number
  code?: string
  headers?: Record<string, string>
}

const malformed: ShortAnswer = { status: 400, code: 'malformed' }
export const notFound: ShortAnswer = { status: 404, code: 'not_found' }

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

function refusalOf(request: IncomingMessage): ShortAnswer | undefined {
  const path = pathOf(request)
  const { method = '', headers } = request
  const codingRefusal = codingRefusalOf(request)
  if (codingRefusal) return codingRefusal
  if (method === 'OPTIONS' && path === '*') return { status: 204 }
  // Refuses server actions, because there are none, and a target that is only a
  // host (`site.example:443`).
  if (
    !path.startsWith('/') ||
    'next-action' in headers ||
    !hasValidHost(request)
  )
    return malformed
  // Only Next's static files are used below /_next.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/'))
    return notFound
  const isApi = isApiPath(path)
  const address = isApi
    ? findApiAddress(path)
    : { methods: pageMethods, maxBodyBytes: 0 }
  if (!address) return notFound
  const { methods, maxBodyBytes } = address
  const allowed = { Allow: methods.join(', ') }
  if (method === 'OPTIONS') return { status: 204, headers: allowed }
  if (!methods.includes(method))
    return { status: 405, code: 'method_not_allowed', headers: allowed }
  // Refuses bodies for pages, because Next would buffer up to 10 MB of them for
  // the middleware. Bodies without a length pass, because handlers count them.
  // Large forms pass, because the answer shows the beginning of their input.
  const isForm = headers['content-type']
    ?.toLowerCase()
    .startsWith(mediaTypes.form)
  const maxBytes = isForm ? Number.POSITIVE_INFINITY : maxBodyBytes
  const isTooLarge = isApi
    ? Number(headers['content-length'] ?? 0) > maxBytes
    : hasBody(headers)
  if (isTooLarge) return { status: 413, code: 'too_large' }
  // Nothing here decompresses a body.
  const isEncoded =
    (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
  if (!isEncoded || !hasBody(headers)) return undefined
  return {
    status: 415,
    code: 'wrong_type',
    headers: { 'Accept-Encoding': 'identity' },
  }
}

// Refuses codings that Node's parser accepts and a proxy might read differently
// (RFC 9112 section 6.1).
function codingRefusalOf({
  headers,
  httpVersion,
}: IncomingMessage): ShortAnswer | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (coding.toLowerCase() !== 'chunked')
    return { status: 501, code: 'unknown_coding' }
  return httpVersion === '1.0' ? malformed : undefined
}

// Requires one valid Host (RFC 9112 section 3.2), because Node takes the first
// of several and a proxy perhaps the last.
function hasValidHost({
  headers: { host },
  headersDistinct,
  httpVersion,
}: IncomingMessage): boolean {
  const sent = headersDistinct.host?.length ?? 0
  if (sent > 1 || (sent === 0 && httpVersion !== '1.0')) return false
  return host === undefined || /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i.test(host)
}

export function sendShortAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, headers }: ShortAnswer,
): void {
  const isApi = isApiPath(pathOf(request))
  const body = isApi ? JSON.stringify({ error: { code } }) : `${code}\n`
  const text = code ? body : ''
  response.writeHead(status, {
    ...answerHeaders,
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
