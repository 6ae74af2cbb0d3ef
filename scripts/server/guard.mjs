// What stands before Next: requests that nothing of this site makes are answered here, cheaply and always alike.
const pageMethods = ['GET', 'HEAD', 'OPTIONS']

// The methods of each call of the API. Anything else below /api is unknown: no dot segments and nothing encoded, for
// what looks like the API here must be the API to Next as well.
const api = [
  [/^\/api\/attestations\/?$/, ['GET', 'HEAD', 'OPTIONS', 'POST']],
  [/^\/api\/attestations\/(?!\.{1,2}(\/|$))[\w.-]+\/?$/, ['DELETE', 'OPTIONS']],
  [/^\/api\/attestations\/(?!\.{1,2}\/)[\w.-]+\/restore\/?$/, ['OPTIONS', 'POST']],
  [/^\/api\/chatbot\/(chat|end-session)\/?$/, ['OPTIONS', 'POST']],
  [/^\/api\/contact\/?$/, ['GET', 'HEAD', 'OPTIONS', 'POST']],
  [/^\/api\/(chatbot\/status|contact\/token|email|health|health\/live|openapi\.json)\/?$/, ['GET', 'HEAD', 'OPTIONS']],
  [/^\/api\/operator\/session\/?$/, ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST']],
]

// With these Next talks to itself, or to the platform it was written for. A client that sends them wants to be taken
// for one of those. The policy's nonce is read from the request, so a policy may not come from outside either.
const internal =
  /^(x-middleware-|x-nextjs-|x-invoke-|x-now-|x-vercel-|x-prerender-|x-matched-path$|x-forwarded-(host|port|proto)$|forwarded$|next-resume$|content-security-policy)/

/** Prepares a request and its answer for Next. True when the answer has been given already. */
export function guard(request, response) {
  for (const name of Object.keys(request.headers)) if (internal.test(name)) delete request.headers[name]
  const path = request.url.split('?', 1)[0]
  const refusal = refusalOf(path, request)
  if (refusal) answer(response, path, refusal)
  return refusal !== undefined
}

function refusalOf(path, { method, headers, rawHeaders, httpVersion }) {
  // A proxy's form of address (`GET http://elsewhere/`), and calls of server actions, of which there are none.
  if (!path.startsWith('/') || 'next-action' in headers) return { status: 400, code: 'malformed' }
  if (!namesItsHost(rawHeaders, httpVersion)) return { status: 400, code: 'malformed' }
  // Of what Next keeps below /_next, only its files are used.
  if (path.startsWith('/_next/') && !path.startsWith('/_next/static/')) return { status: 404, code: 'not_found' }
  const isApi = path.startsWith('/api/')
  const methods = isApi ? api.find(([pattern]) => pattern.test(path))?.[1] : pageMethods
  if (!methods) return { status: 404, code: 'not_found' }
  if (method === 'OPTIONS') return { status: 204, methods }
  if (!methods.includes(method)) return { status: 405, code: 'method_not_allowed', methods }
  // Next would keep up to 10 MB of a body sent to a page, for the middleware, which never looks at it.
  if (!isApi && hasBody(headers)) return { status: 413, code: 'too_large' }
}

// One Host of a valid form (RFC 9112 section 3.2). Of several Node keeps the first, a proxy perhaps the last.
function namesItsHost(rawHeaders, httpVersion) {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1]))
  if (hosts.length === 0) return httpVersion === '1.0'
  return hosts.length === 1 && /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d*)?$/i.test(hosts[0])
}

function hasBody(headers) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function answer(response, path, { status, code, methods }) {
  // What follows a request that proxies may read in another way is not to be trusted either.
  const headers = { ...(methods && { Allow: methods.join(', ') }), ...(status === 400 && { Connection: 'close' }) }
  if (code === undefined) return response.writeHead(status, headers).end()
  const isApi = path.startsWith('/api/')
  const body = isApi ? JSON.stringify({ error: { code } }) : `${code}\n`
  const type = isApi ? 'application/json' : 'text/plain; charset=utf-8'
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
