// The production HTTP server around Next's request handler.
import { createServer } from 'node:http'
import { hostname as machineName } from 'node:os'
import { guard } from './guard.mjs'
import { announce, fail } from './setup.mjs'

// Containers export HOSTNAME as the machine's own name, which is not a wish to listen on that address only.
const host = process.env.HOSTNAME === machineName() ? undefined : process.env.HOSTNAME || undefined

/** Ends with a sentence when the port cannot be listened on: better known before a build than after. */
export async function checkPort(port) {
  const probe = createServer()
  await listen(probe, port)
  await new Promise((resolve) => probe.close(resolve))
}

/** Serves the built site until the process is told to stop; requests under way are then finished. */
export async function serve(port) {
  process.env.NODE_ENV = 'production'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const { default: next } = await import('next')
  // Next calls itself at this host for some rewrites; 127.0.0.1 would send those in a circle.
  const app = next({ dev: false, hostname: 'localhost', port })
  await app.prepare().catch((error) => fail(`The site could not start: ${error.message}`))
  const handle = app.getRequestHandler()
  const server = createServer((request, response) => {
    if (guard(request, response)) return
    request.headers['x-forwarded-for'] = clientAddress(request)
    // The pages of a staging site say so themselves; this is for its files.
    if (process.env.NOINDEX === 'true') response.setHeader('X-Robots-Tag', 'noindex, nofollow')
    handle(request, response)
  })
  await listen(server, port)
  await checkHealth(port)
  announce(`The site is at http://${host ?? 'localhost'}:${port}`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(server))
}

// Next registers the start-up hook, which opens the database, with the first request: that one is ours.
async function checkHealth(port) {
  const { status } = await fetch(`http://${host ?? 'localhost'}:${port}/api/health`)
  if (status !== 200) fail(`The site could not start: its health check answered ${status}, see above.`)
}

// The address of the socket, or of the proxy hop that the operator vouches for: what else a client writes into
// X-Forwarded-For does not count.
function clientAddress(request) {
  const trustedHops = Number(process.env.TRUSTED_PROXY_HOPS || 0)
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded, request.socket.remoteAddress].map((hop) => hop.trim()).filter(Boolean)
  return hops.at(-1 - trustedHops) ?? hops[0]
}

function listen(server, port) {
  return new Promise((resolve) => {
    server.once('error', (error) => fail(explain(error, port)))
    server.listen(port, host, resolve)
  })
}

function explain(error, port) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT.`
  if (error.code === 'EACCES') return `Port ${port} needs more rights than this user has: set PORT above 1023.`
  return `Listening on port ${port} failed: ${error.message}.`
}

function stop(server) {
  const drainMs = 10_000
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => process.exit(0), drainMs).unref()
}
