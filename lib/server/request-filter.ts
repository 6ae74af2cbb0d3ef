// Refuses requests that nothing of this site makes, cheaply, before Next.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isApiPath, methodsOf } from '@/lib/http/api-table'
import { hasBody, pathOf } from './request'

export type Refusal = { status: number; code?: string; methods?: readonly string[] }

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

// Next's internal headers, which a client could forge; a forged policy would set the page's nonce.
const internal =
  /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-prerender-|x-matched-path$|x-render-once$|x-forwarded-(host|port|proto)$|forwarded$|next-resume$|content-security-policy)/

/** Prepares a request and its answer for Next; true when it is answered already. */
export function filterRequest(request: IncomingMessage, response: ServerResponse): boolean {
  removeInternal(request)
  const refusal = refusalOf(request)
  if (refusal) refuse(request, response, refusal)
  return refusal !== undefined
}

export function removeInternal({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (internal.test(name)) delete headers[name]
}

export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const path = pathOf(request)
  const { method = '', headers, rawHeaders, httpVersion } = request
  // The form for proxies (`GET http://elsewhere/`), and server actions, of which there are none.
  if (!path.startsWith('/') || 'next-action' in headers) return { status: 400, code: 'malformed' }
  if (!namesItsHost(rawHeaders, httpVersion)) return { status: 400, code: 'malformed' }
  // Only Next's files are used below /_next.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/')) return { status: 404, code: 'not_found' }
  const isApi = isApiPath(path)
  const methods = isApi ? methodsOf(path) : pageMethods
  if (!methods) return { status: 404, code: 'not_found' }
  if (method === 'OPTIONS') return { status: 204, methods }
  if (!methods.includes(method)) return { status: 405, code: 'method_not_allowed', methods }
  // Next would buffer up to 10 MB of a page request's body for the middleware.
  return !isApi && hasBody(headers) ? { status: 413, code: 'too_large' } : undefined
}

// One valid Host (RFC 9112 section 3.2). Of several Node keeps the first, a proxy perhaps the last.
function namesItsHost(rawHeaders: string[], httpVersion: string): boolean {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return false
    host = rawHeaders[index + 1] ?? ''
  }
  if (host === undefined) return httpVersion === '1.0'
  return /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i.test(host)
}

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, code, methods } = refusal
  // After a request that proxies may read differently, the connection is not trusted.
  const headers = { ...(methods && { Allow: methods.join(', ') }), ...(status === 400 && { Connection: 'close' }) }
  if (code === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const isApi = isApiPath(pathOf(request))
  const body = isApi ? JSON.stringify({ error: { code } }) : `${code}\n`
  const type = isApi ? 'application/json' : 'text/plain; charset=utf-8'
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
