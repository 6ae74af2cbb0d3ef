// docs/decisions/15-server-limits.md has the reasons for the numbers.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { env } from '@/lib/env'
import { findApiAddress } from '@/lib/http/api-table'
import { countedAs, networkOf } from '@/lib/http/request'
import { createRareWarning } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { hasBody, pathOf } from './request'

const isBehindProxy = env.TRUSTED_PROXY_HOPS > 0

const parserLimits = {
  headersTimeout: 10_000,
  // For the files of reports; other bodies have `maxBodyMs`.
  requestTimeout: 300_000,
  // With Node's default of 30 s, a limit of 10 s could take 40.
  connectionsCheckingInterval: 1_000,
  // As Node has it: single sign-on and analytics of the parent domain may fill 8 KiB with cookies alone.
  maxHeaderSize: 16 * 1024,
  // The request filter checks it and answers with our headers.
  requireHostHeader: false,
  // Longer than proxies keep a connection, Google's 600 s: they would otherwise send into a closed one.
  keepAliveTimeout: (env.KEEP_ALIVE_SECONDS ?? (isBehindProxy ? 620 : 10)) * 1000,
}

const maxBodyMs = 20_000
// Without progress in reading or writing; the assistant may take 15 s.
const maxIdleMs = 30_000
const maxRequestsPerConnection = 1_000

export function createBoundedServer(listener: RequestListener): Server {
  const server = createServer(parserLimits, (request, response) => {
    if (!server.listening) response.shouldKeepAlive = false
    if (hasBody(request.headers) && !findApiAddress(pathOf(request))?.takesFile) limitBodyTime(request, response)
    listener(request, response)
  })
  server.timeout = maxIdleMs
  server.maxRequestsPerSocket = maxRequestsPerConnection
  server.maxConnections = env.MAX_CONNECTIONS
  server.on('drop', () => countRefusal('MAX_CONNECTIONS'))
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
  }, maxBodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

function limitConnections() {
  // The connections of a trusted proxy share one address: the proxy limits its clients.
  const max = isBehindProxy ? Number.POSITIVE_INFINITY : env.MAX_CONNECTIONS_PER_CLIENT
  const open = new Map<string, number>()
  const add = (client: string, difference: number) => {
    const count = (open.get(client) ?? 0) + difference
    if (count > 0) open.set(client, count)
    else open.delete(client)
  }
  return (socket: Socket) => {
    const counted = countedAs(networkOf(socket.remoteAddress ?? ''))
    if (counted.some(({ key, clients }) => (open.get(key) ?? 0) >= max * clients)) {
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

const warnOfRefusal = createRareWarning('connections refused: too many')

function countRefusal(limit: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_CLIENT'): void {
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
      setTimeout(() => setInterval(sweep, sweepMs).unref(), graceMs).unref()
    },
    cutOff: () => server.closeAllConnections(),
  }
}
