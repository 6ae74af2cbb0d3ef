// Refuses requests that nothing of this site makes, cheaply, before Next.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { methodsOf } from '@/lib/http/api-table'
import { hasBody, pathOf } from './request'

type Refusal = { status: number; code?: string; methods?: readonly string[] }

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

// Next's internal headers, which a client could forge; a forged policy would set the page's nonce.
const internal =
  /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-prerender-|x-matched-path$|x-render-once$|x-forwarded-(host|port|proto)$|forwarded$|next-resume$|content-security-policy)/

/** Prepares a request and its answer for Next; true when it is answered already. */
export function filterRequest(request: IncomingMessage, response: ServerResponse): boolean {
  for (const name of Object.keys(request.headers)) if (internal.test(name)) delete request.headers[name]
  const path = pathOf(request)
  const refusal = refusalOf(path, request)
  if (refusal) answer(response, path, refusal)
  return refusal !== undefined
}

function refusalOf(path: string, request: IncomingMessage): Refusal | undefined {
  const { method = '', headers, rawHeaders, httpVersion } = request
  // The form for proxies (`GET http://elsewhere/`), and server actions, of which there are none.
  if (!path.startsWith('/') || 'next-action' in headers) return { status: 400, code: 'malformed' }
  if (!namesItsHost(rawHeaders, httpVersion)) return { status: 400, code: 'malformed' }
  // Only Next's files are used below /_next.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/')) return { status: 404, code: 'not_found' }
  const isApi = path.startsWith('/api/')
  const methods = isApi ? methodsOf(path) : pageMethods
  if (!methods) return { status: 404, code: 'not_found' }
  if (method === 'OPTIONS') return { status: 204, methods }
  if (!methods.includes(method)) return { status: 405, code: 'method_not_allowed', methods }
  // Next would buffer up to 10 MB of a page request's body for the middleware.
  return !isApi && hasBody(headers) ? { status: 413, code: 'too_large' } : undefined
}

// One valid Host (RFC 9112 section 3.2). Of several Node keeps the first, a proxy perhaps the last.
function namesItsHost(rawHeaders: string[], httpVersion: string): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? ''))
  if (hosts.length === 0) return httpVersion === '1.0'
  return hosts.length === 1 && /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i.test(hosts[0] ?? '')
}

function answer(response: ServerResponse, path: string, { status, code, methods }: Refusal): void {
  // After a request that proxies may read differently, the connection is not trusted.
  const headers = { ...(methods && { Allow: methods.join(', ') }), ...(status === 400 && { Connection: 'close' }) }
  if (code === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const isApi = path.startsWith('/api/')
  const body = isApi ? JSON.stringify({ error: { code } }) : `${code}\n`
  const type = isApi ? 'application/json' : 'text/plain; charset=utf-8'
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
