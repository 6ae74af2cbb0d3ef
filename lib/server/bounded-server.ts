import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { env, onSettingsChange } from '@/lib/env'
import { answerHeaders } from '@/lib/http/answer-headers'
import { fileTakingPaths } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { networkOf } from '@/lib/http/network'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import {
  bodyMs,
  idleMs,
  maxConnectionsPerClient,
  maxRequestsPerConnection,
  parserLimits,
  unreadLimits,
} from './connection-limits'
import { siteStops } from './drain'
import { beforeHead } from './prepare-answer'
import { createRareWarning } from './rare-warning'
import { hasBody, pathOf } from './request'

const warnOfRefusal = createRareWarning('connections refused: too many')

function reportRefusal(limit: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_CLIENT'): void {
  metrics.limitsHit.inc({ limit })
  warnOfRefusal()
}

export function createBoundedServer(listener: RequestListener): Server {
  const answer: RequestListener = (request, response) => {
    answers.set(request.socket, response)
    // A stopping server takes no further request on this connection.
    if (!isListening(request.socket)) response.shouldKeepAlive = false
    if (hasBody(request.headers) && !takesFile(request)) limitBodyTime(request)
    listener(request, response)
  }
  const server = createServer(parserLimits, answer)
  // Node's own 417 lacks our headers; ignoring an expectation is allowed (RFC 9110 section 10.1.1).
  server.on('checkExpectation', answer)
  server.timeout = idleMs
  server.maxRequestsPerSocket = maxRequestsPerConnection
  server.maxConnections = env.MAX_CONNECTIONS
  onSettingsChange(() => {
    server.maxConnections = env.MAX_CONNECTIONS
  })
  server.on('drop', () => reportRefusal('MAX_CONNECTIONS'))
  server.on('connection', limitConnections())
  server.on('upgrade', (_, socket) => socket.destroy())
  // On a server without TLS it is always a socket.
  server.on('clientError', (error, socket) => answerBroken(error, socket as Socket))
  return server
}

function takesFile(request: IncomingMessage): boolean {
  return request.method === 'POST' && fileTakingPaths.has(pathOf(request))
}

// Node has one time for all requests of a server.
function limitBodyTime(request: IncomingMessage): void {
  const late = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const timer = setTimeout(() => {
    if (!request.complete) answerBroken(late, request.socket)
  }, bodyMs)
  timer.unref()
  request.once('close', () => clearTimeout(timer))
}

function limitConnections() {
  const open = new Map<string, number>()
  return (socket: Socket) => {
    const client = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(client) ?? 0) + 1
    if (count > maxConnectionsPerClient()) {
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

/**
 * For an answer that is not sent at once. One that begins before its request has arrived ends the connection. The rest
 * is read and dropped for a moment: cutting a client off while it sends could lose it the answer (RFC 9112 section 9.6).
 */
export function limitUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  beforeHead(response, () => {
    const unread = hasBody(request.headers) && !request.complete
    if (unread) socket.destroySoon = () => closeSlowly(request, socket)
    if (unread || !isListening(socket)) response.setHeader('Connection', 'close')
  })
}

function isListening(socket: Socket & { server?: Server }): boolean {
  return socket.server?.listening ?? false
}

// What is still being sent when a connection is cut resets it, and the sender's answer is lost: it waits, unread, instead.
function closeSlowly(request: IncomingMessage, socket: Socket): void {
  const maxBytes = socket.bytesRead + unreadLimits.bytes
  const until = performance.now() + unreadLimits.ms
  socket.end()
  const timer = setInterval(() => {
    if (request.complete || performance.now() > until) socket.destroy()
    else if (socket.bytesRead > maxBytes) socket.pause()
    if (socket.destroyed) clearInterval(timer)
  }, unreadLimits.checkEveryMs)
}

const headers = {
  ...answerHeaders,
  'Cache-Control': cachePolicies.none,
  Connection: 'close',
  'Content-Type': 'text/plain',
}
const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408, [siteStops]: 503 }

const answers = new WeakMap<Socket, ServerResponse>()

function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = statuses[error.code ?? ''] ?? 400
  metrics.brokenRequests.inc({ status })
  log.debug({ code: error.code, status }, 'broken request')
  const answer = answers.get(socket)
  // In the middle of an answer, another would look like its rest.
  if (!socket.writable || (answer?.headersSent && !answer.writableEnded)) {
    socket.destroy()
    return
  }
  const text = `${STATUS_CODES[status]}\n`
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headerLines, `Content-Length: ${text.length}`]
  socket.write([...head, '', text].join('\r\n'))
  socket.destroySoon()
}
