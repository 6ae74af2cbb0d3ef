import { STATUS_CODES } from 'node:http'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

// No dot segments and nothing encoded: what looks like the API here must be the API to Next as well.
const apiPath = /^\/api(\/(?!\.{1,2}(\/|$))[\w.-]+)+\/?(\?|$)/

/**
 * Answers what need not reach Next, and returns whether it did. A body is for the API alone: Next would keep up to
 * 10 MB of one that is sent to a page, for the middleware, which never looks at it.
 */
export function refuse(request, response) {
  const status = statusOf(request)
  if (!status) return false
  const plain = { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }
  response.writeHead(status, { ...plain, ...(status === 405 && { Allow: 'GET, HEAD' }) })
  response.end(`${STATUS_CODES[status]}\n`)
  return true
}

function statusOf({ method, url, headers }) {
  if (!methods.has(method)) return 405
  if (!url.startsWith('/') || (url.startsWith('/api/') && !isDecodable(url))) return 400
  const bodied = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!bodied || apiPath.test(url)) return undefined
  return method === 'GET' || method === 'HEAD' ? 413 : 405
}

// Next answers 500 where an id cannot be decoded; of pages it says that there are none.
function isDecodable(url) {
  try {
    return decodeURIComponent(url.split('?')[0]) !== ''
  } catch {
    return false
  }
}
