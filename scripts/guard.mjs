// What stands before Next: requests that nothing of this site makes are answered here, cheaply and always alike.
import { commonHeaders, dataPolicy, httpsOnly } from '../lib/security/policy.mjs'

const pageMethods = ['GET', 'HEAD', 'OPTIONS']

// The methods of each call of the API. Anything else below /api is unknown.
const api = [
  [/^\/api\/attestations\/?$/, ['GET', 'HEAD', 'OPTIONS', 'POST']],
  [/^\/api\/attestations\/[^/]+\/?$/, ['DELETE', 'OPTIONS']],
  [/^\/api\/attestations\/[^/]+\/restore\/?$/, ['OPTIONS', 'POST']],
  [/^\/api\/chatbot\/(chat|end-session)\/?$/, ['OPTIONS', 'POST']],
  [/^\/api\/contact\/?$/, ['GET', 'HEAD', 'OPTIONS', 'POST']],
  [/^\/api\/(chatbot\/status|contact\/token|email|health|openapi\.json)\/?$/, ['GET', 'HEAD', 'OPTIONS']],
  [/^\/api\/operator\/session\/?$/, ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
]

// With these Next talks to itself, or to the platform it was written for. A client that sends them wants to be taken
// for one of those. The policy's nonce is read from the request, so a policy may not come from outside either.
const internal =
  /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-prerender-|x-matched-path$|x-forwarded-(host|port|proto)$|forwarded$|next-resume$|content-security-policy)/

/** Prepares a request and its answer for Next. True when the answer has been given already. */
export function guard(request, response) {
  if (process.env.SITE_URL?.startsWith('https:')) response.setHeader('Strict-Transport-Security', httpsOnly)
  for (const name of Object.keys(request.headers)) if (internal.test(name)) delete request.headers[name]

  const path = request.url.split('?', 1)[0]
  // A proxy's form of address (`GET http://elsewhere/`), and calls of server actions, of which there are none.
  if (!path.startsWith('/') || 'next-action' in request.headers) return answer(response, path, 400, 'malformed')
  // Of what Next keeps below /_next, only its files are used.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/')) return answer(response, path, 404, 'not_found')
  const methods = path.startsWith('/api/') ? api.find(([pattern]) => pattern.test(path))?.[1] : pageMethods
  if (!methods) return answer(response, path, 404, 'not_found')
  if (request.method === 'OPTIONS') return answer(response, path, 204, undefined, methods)
  if (!methods.includes(request.method)) return answer(response, path, 405, 'method_not_allowed', methods)
  return false
}

function answer(response, path, status, code, methods) {
  const headers = { ...commonHeaders, 'Content-Security-Policy': dataPolicy, 'Cache-Control': 'no-store' }
  if (methods) headers.Allow = methods.join(', ')
  if (code === undefined) {
    response.writeHead(status, headers).end()
    return true
  }
  const json = path.startsWith('/api/')
  const body = json ? JSON.stringify({ error: { code } }) : `${code}\n`
  const type = json ? 'application/json' : 'text/plain; charset=utf-8'
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body)
  return true
}
