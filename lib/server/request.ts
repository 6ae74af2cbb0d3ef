import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { env } from '@/lib/env'
import { findApiAddress, isApiPath } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { addressOf, isInternal } from '@/lib/http/request'
import { createRareWarning } from '@/lib/log'
import { proxyMismatch } from '@/lib/process-state'
import { answerHeaders } from './resource'

export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

export function isForNextRouter({ headers }: IncomingMessage): boolean {
  return 'rsc' in headers
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a request has a body (RFC 9112 section 6.3). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

export function normalizedAddress(request: IncomingMessage): string | undefined {
  const path = pathOf(request)
  const { pathname } = new URL(`http://site${path}`)
  const normalized = pathname.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
  return normalized === path ? undefined : normalized + (request.url ?? '').slice(path.length)
}

// The header is not logged: it may contain anything.
const warnMismatch = createRareWarning(
  'visitors may count as one: TRUSTED_PROXY_HOPS must be the number of proxies, each adding an address to X-Forwarded-For',
)

/** The socket's address, or the hop that the trusted proxy added: clients may invent the rest of X-Forwarded-For. */
export function clientAddress(request: IncomingMessage): string {
  const own = request.socket.remoteAddress ?? ''
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, own].map((hop) => hop.trim()).filter(Boolean)
  const surplus = hops.length - 1 - env.TRUSTED_PROXY_HOPS
  const address = addressOf(hops[Math.max(0, surplus)] ?? '')
  const isAnotherProxy = surplus > 0 && address && isInternal(address)
  // Monitoring reads the API at the site's own port, without a proxy.
  const isVisit = !isRead(request) || !isApiPath(pathOf(request))
  if (isVisit && (surplus < 0 || isAnotherProxy || !address)) {
    proxyMismatch.at = performance.now()
    warnMismatch()
  }
  return address ?? addressOf(own) ?? own
}

// Next's internal headers, which a client could forge; a forged policy would set the page's nonce. The development
// server needs the two request ids to refresh pages.
const internalHeader =
  /^(x-middleware-|x-nextjs-(?!(html-)?request-id$)|x-invoke-|x-now-|x-vercel-|x-prerender-|x-matched-path$|x-render-once$|x-forwarded-(host|port|proto)$|forwarded$|next-resume$|content-security-policy)/

/** Refuses what nothing on this site asks for, and returns whether it did. Otherwise corrects the request's headers. */
export function filterRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = refusalOf(request)
  if (refusal) {
    refuse(request, response, refusal)
    return true
  }
  const { headers } = request
  for (const name of Object.keys(headers)) if (internalHeader.test(name)) delete headers[name]
  headers['x-forwarded-for'] = clientAddress(request)
  return false
}

type Refusal = { status: number; code?: string; methods?: readonly string[] }

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

function refusalOf(request: IncomingMessage): Refusal | undefined {
  const path = pathOf(request)
  const { method = '', headers } = request
  // The form for proxies (`GET http://elsewhere/`), and server actions, of which there are none.
  if (!path.startsWith('/') || 'next-action' in headers || !hasValidHost(request))
    return { status: 400, code: 'malformed' }
  // Only Next's files are used below /_next.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/')) return { status: 404, code: 'not_found' }
  const isApi = isApiPath(path)
  const address = isApi ? findApiAddress(path) : { methods: pageMethods, maxBodyBytes: 0 }
  if (!address) return { status: 404, code: 'not_found' }
  const { methods, maxBodyBytes } = address
  if (method === 'OPTIONS') return { status: 204, methods }
  if (!methods.includes(method)) return { status: 405, code: 'method_not_allowed', methods }
  // Next would buffer up to 10 MB of a page request's body for the middleware. Handlers count bodies without a length, and
  // answer a form that is too large with its page.
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const maxBytes = isForm ? Math.max(maxBodyBytes, unreadLimits.bytes) : maxBodyBytes
  const isTooLarge = isApi ? Number(headers['content-length'] ?? 0) > maxBytes : hasBody(headers)
  return isTooLarge ? { status: 413, code: 'too_large' } : undefined
}

// One valid Host (RFC 9112 section 3.2). Of several, Node keeps the first and a proxy perhaps the last.
function hasValidHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct.host ?? []
  const [host] = hosts
  if (host === undefined) return httpVersion === '1.0'
  return hosts.length === 1 && /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i.test(host)
}

// How much of an unwanted body is read, and how long its sender has to read the answer.
const unreadLimits = { bytes: 256 * 1024, ms: 1_000 }

function refuse(request: IncomingMessage, response: ServerResponse, { status, code, methods }: Refusal): void {
  const isApi = isApiPath(pathOf(request))
  const text = isApi ? JSON.stringify({ error: { code } }) : `${code}\n`
  const isUnread = hasBody(request.headers) && !request.complete
  response.writeHead(status, {
    ...answerHeaders,
    'Cache-Control': cachePolicies.none,
    ...(methods && { Allow: methods.join(', ') }),
    ...(code && { 'Content-Type': isApi ? 'application/json' : 'text/plain; charset=utf-8' }),
    ...(code && { 'Content-Length': Buffer.byteLength(text) }),
    // After a request that proxies may read differently, the connection is not trusted.
    ...((status === 400 || isUnread) && { Connection: 'close' }),
  })
  if (code && request.method !== 'HEAD') response.write(text)
  const end = () => response.end()
  if (!isUnread) return void end()
  // Closing while the client still sends could lose it the answer (RFC 9112 section 9.6).
  const timer = setTimeout(end, unreadLimits.ms)
  response.once('close', () => clearTimeout(timer))
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > unreadLimits.bytes) request.pause()
  })
  request.once('end', end)
}
