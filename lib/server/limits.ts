// docs/decisions/15-server-limits.md has the reasons for the numbers.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { env } from '@/lib/env'
import { findApiAddress } from '@/lib/http/api-table'
import { networkOf } from '@/lib/http/request'
import { createRareWarning } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { hasBody, pathOf } from './request'

const behindProxy = env.TRUSTED_PROXY_HOPS > 0

/** Longer than proxies keep a connection (usually 60 s): they would otherwise send into a closed one. */
const keepAliveBehindProxyMs = 65_000

/** Options of node:http; times in milliseconds, sizes in bytes. */
const parserLimits = {
  headersTimeout: 10_000,
  // For the files of reports; other bodies have `bodyMs`.
  requestTimeout: 300_000,
  // With Node's default of 30 s, a limit of 10 s could take 40.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
  // The request filter checks it and answers with our headers.
  requireHostHeader: false,
  keepAliveTimeout: behindProxy ? keepAliveBehindProxyMs : 10_000,
}

/** Milliseconds for a body to arrive, except files: 25 MB need 0.7 Mbit/s. */
const bodyMs = 20_000

/** Milliseconds without progress in reading or writing; the assistant may take 15 s. */
const idleMs = 30_000

const maxRequestsPerConnection = 1_000

const warnOfRefusal = createRareWarning('connections refused: too many')

export function createBoundedServer(listener: RequestListener): Server {
  const server = createServer(parserLimits, (request, response) => {
    if (!server.listening) response.shouldKeepAlive = false
    if (hasBody(request.headers) && !findApiAddress(pathOf(request))?.takesFile) limitBodyTime(request, response)
    listener(request, response)
  })
  server.timeout = idleMs
  server.maxRequestsPerSocket = maxRequestsPerConnection
  server.maxConnections = env.MAX_CONNECTIONS
  server.on('drop', () => reportRefusal('MAX_CONNECTIONS'))
  server.on('connection', limitConnections())
  server.on('upgrade', (_, socket) => socket.destroy())
  return server
}

// Node has one time limit for all requests of a server.
function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return
    // As Node does after its own limits. Past the head of an answer, more would look like its rest.
    if (!response.headersSent) request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    request.socket.destroySoon()
  }, bodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

function limitConnections() {
  // The connections of a trusted proxy share one address: the proxy limits its clients.
  const max = behindProxy ? Number.POSITIVE_INFINITY : env.MAX_CONNECTIONS_PER_CLIENT
  const open = new Map<string, number>()
  return (socket: Socket) => {
    const client = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(client) ?? 0) + 1
    if (count > max) {
      reportRefusal('MAX_CONNECTIONS_PER_CLIENT')
      return socket.destroy()
    }
    open.set(client, count)
    metrics.connections.inc()
    socket.once('close', () => {
      metrics.connections.dec()
      const left = (open.get(client) ?? 0) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  }
}

function reportRefusal(limit: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_CLIENT'): void {
  metrics.limitsHit.inc({ limit })
  warnOfRefusal()
}

// A client may already have sent its next request on an idle connection: within this time it is answered, and told that
// the connection ends.
const graceMs = 1_000
const sweepMs = 50

export function createDrain(server: Server) {
  const sockets = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  server.on('request', (_, response) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const sweep = () => {
    server.closeIdleConnections()
    // Browsers open connections that they may never use.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  return {
    finish() {
      // Not the method of http.Server, which closes idle connections at once.
      NetServer.prototype.close.call(server)
      for (const answer of answers) if (!answer.headersSent) answer.shouldKeepAlive = false
      let timer = setTimeout(() => {
        timer = setInterval(sweep, sweepMs)
      }, graceMs)
      server.once('close', () => clearTimeout(timer))
    },
    cutOff: () => server.closeAllConnections(),
  }
}
