// The reasons for these numbers are in docs/decisions/15-server-limits.md.
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { env } from '@/lib/env'
import { findApiAddress } from '@/lib/http/api-table'
import { limitKeysOf, networkOf } from '@/lib/http/request'
import { createThrottledWarning } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { beforeHead, normalizeTarget, pathOf } from './request'
import { closeGently, hasUnreadBody } from './unread-body'

const isBehindProxy = env.TRUSTED_PROXY_HOPS > 0

const parserLimits = {
  headersTimeout: 10_000,
  // Allows time for report files. All other bodies are limited by `maxBodyMs`.
  requestTimeout: 300_000,
  // Checks every second, because with Node's default of 30 s, a 10 s limit
  // could take 40 s to apply.
  connectionsCheckingInterval: 1_000,
  // Leaves room for cookies that single sign-on and analytics set for the
  // parent domain, which may fill 8 KiB.
  maxHeaderSize: 16 * 1024,
  // Leaves this check to the request filter, which responds with our own
  // headers.
  requireHostHeader: false,
  // Must exceed the time for which proxies hold an idle connection, such as
  // Google's 600 s, because they would otherwise send into a closed connection.
  keepAliveTimeout:
    (env.KEEP_ALIVE_SECONDS ?? (isBehindProxy ? 620 : 10)) * 1000,
}

const maxBodyMs = 20_000
// Limits the time without any bytes read or written. The assistant may take 15
// s to answer.
const maxIdleMs = 30_000
const maxRequestsPerConnection = 1_000

/**
 * `isNormal` is false if the client spelled its target differently from the
 * normalized request.
 */
type Listener = (
  request: IncomingMessage,
  response: ServerResponse,
  isNormal: boolean,
) => void

export function createBoundedServer(listener: Listener): Server {
  const server = createServer(parserLimits, (request, response) => {
    const isNormal = normalizeTarget(request)
    if (hasUnreadBody(request) && !findApiAddress(pathOf(request))?.takesFile)
      limitBodyTime(request, response)
    beforeHead(response, () => {
      if (!server.listening || hasUnreadBody(request))
        response.shouldKeepAlive = false
    })
    closeGently(request, response)
    listener(request, response, isNormal)
  })
  server.on('checkContinue', (request, response) => {
    server.emit('request', request, response)
    // Asks for the body only if the request has not been answered without it.
    if (!response.headersSent) response.writeContinue()
  })
  server.timeout = maxIdleMs
  server.maxRequestsPerSocket = maxRequestsPerConnection
  server.maxConnections = env.MAX_CONNECTIONS
  server.on('drop', () => countRefusal('MAX_CONNECTIONS'))
  server.on('connection', limitConnections())
  // Does not listen for upgrades, so that Node responds as if none had been
  // offered.
  server.on('connect', (_, socket) =>
    socket.on('error', () => undefined).end(noTunnel, () => socket.destroy()),
  )
  return server
}

const noTunnel =
  'HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

// Limits bodies separately, because Node has only one time limit for all
// requests of a server.
function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    // Sends the response that Node itself sends when a limit is exceeded. Sends
    // nothing if headers have been sent, because anything more would then look
    // like part of the body.
    if (!response.headersSent)
      request.socket.write(
        'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n',
      )
    request.socket.destroySoon()
  }, maxBodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

function limitConnections() {
  // Does not limit a trusted proxy, because its connections share one address
  // and the proxy limits its own clients.
  const max = isBehindProxy
    ? Number.POSITIVE_INFINITY
    : env.MAX_CONNECTIONS_PER_CLIENT
  const open = new Map<string, number>()
  const add = (client: string, difference: number) => {
    const count = (open.get(client) ?? 0) + difference
    if (count > 0) open.set(client, count)
    else open.delete(client)
  }
  return (socket: Socket) => {
    const counted = limitKeysOf(networkOf(socket.remoteAddress ?? ''))
    if (
      counted.some(({ key, clients }) => (open.get(key) ?? 0) >= max * clients)
    ) {
      countRefusal('MAX_CONNECTIONS_PER_CLIENT')
      return socket.destroy()
    }
    const addAll = (difference: number) => {
      for (const { key } of counted) add(key, difference)
      metrics.connections.inc(difference)
    }
    addAll(1)
    socket.once('close', () => addAll(-1))
  }
}

const warnOfRefusal = createThrottledWarning(
  'too many connections: refusing new ones',
)

function countRefusal(
  limit: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_CLIENT',
): void {
  metrics.limitsHit.inc({ limit })
  warnOfRefusal()
}

// A client may already have sent its next request on an idle connection. The
// server has this long to answer it and announce that the connection will
// close.
const graceMs = 1_000
const sweepMs = 50

export function createDrain(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const sweep = () => {
    server.closeIdleConnections()
    // Closes connections that browsers open but may never use.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  return {
    finish() {
      // Uses net.Server's close, because http.Server's closes idle connections
      // immediately.
      NetServer.prototype.close.call(server)
      setTimeout(() => setInterval(sweep, sweepMs).unref(), graceMs).unref()
    },
    cutOff: () => server.closeAllConnections(),
  }
}
