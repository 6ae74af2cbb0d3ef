import { createServer, STATUS_CODES } from 'node:http'
import { networkOf } from '../../lib/http/network.mjs'
import {
  idleMs,
  maxConnections,
  maxConnectionsPerClient,
  maxRequestsPerConnection,
  parserLimits,
  unreadLimits,
} from './limits.mjs'
import { log } from './log.mjs'

/** An HTTP server that slow, large, malformed and too many clients cannot hold up. */
export function createBoundedServer(listener) {
  const server = createServer(parserLimits, (request, response) => {
    answers.set(request.socket, response)
    limitUnread(request, response)
    listener(request, response)
  })
  server.timeout = idleMs
  server.maxRequestsPerSocket = maxRequestsPerConnection
  server.maxConnections = maxConnections
  server.on('drop', reportRefusal)
  server.on('connection', limitConnections())
  server.on('upgrade', (_, socket) => socket.destroy())
  server.on('clientError', answerBroken)
  return server
}

function limitConnections() {
  const open = new Map()
  return (socket) => {
    const client = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(client) ?? 0) + 1
    if (count > maxConnectionsPerClient) {
      reportRefusal()
      return socket.destroy()
    }
    open.set(client, count)
    socket.once('close', () => {
      const left = open.get(client) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  }
}

const reportEveryMs = 60_000
const refusals = { count: 0, reportedAt: Number.NEGATIVE_INFINITY }

function reportRefusal() {
  refusals.count++
  if (performance.now() - refusals.reportedAt < reportEveryMs) return
  log.warn({ connections: refusals.count }, 'connections refused: too many')
  Object.assign(refusals, { count: 0, reportedAt: performance.now() })
}

// A body that is not read to its end: what comes after the answer is thrown away, and soon the connection is cut.
// A client that sent a little too much keeps its connection, and has certainly read the answer.
function limitUnread(request, response) {
  response.once('finish', () => {
    if (request.complete) return
    const { socket } = request
    const allowed = { bytes: socket.bytesRead + unreadLimits.bytes, until: performance.now() + unreadLimits.ms }
    // Node throws the rest of a body away without a word about it.
    const timer = setInterval(() => {
      if (socket.bytesRead > allowed.bytes || performance.now() > allowed.until) socket.destroy()
      if (request.complete || socket.destroyed) clearInterval(timer)
    }, unreadLimits.checkEveryMs)
  })
}

const statuses = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

// The last answer begun on each connection.
const answers = new WeakMap()

// Requests that cannot be parsed, and those that take too long to arrive.
function answerBroken(error, socket) {
  const status = statuses[error.code] ?? 400
  log.debug({ code: error.code, status }, 'broken request')
  const answer = answers.get(socket)
  // In the middle of an answer, another would be taken for its rest.
  if (!socket.writable || (answer?.headersSent && !answer.writableEnded)) return socket.destroy()
  const text = `${STATUS_CODES[status]}\n`
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Type: text/plain']
  socket.write([...head, `Content-Length: ${text.length}`, '', text].join('\r\n'))
  socket.destroySoon()
}
