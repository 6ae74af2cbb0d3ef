// The reasons for these numbers are in docs/decisions/15-server-limits.md.
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { env } from '@/lib/env'
import { findApiAddress } from '@/lib/http/api-table'
import { countRefusal, createConnectionLimit } from './connection-limit'
import { beforeHead, normalizeTarget, pathOf } from './request'
import { closeGently, hasUnreadBody } from './unread-body'

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
    (env.KEEP_ALIVE_SECONDS ?? (env.TRUSTED_PROXY_HOPS > 0 ? 620 : 10)) * 1000,
}

const maxBodyMs = 20_000
// The time without any bytes read or written. An answer of the assistant may
// take 15 s.
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
  server.on('connection', createConnectionLimit())
  // Does not listen for upgrades, so that Node responds as if none had been
  // offered.
  server.on('connect', (_, socket) =>
    socket.on('error', () => undefined).end(noTunnel, () => socket.destroy()),
  )
  return server
}

const noTunnel =
  'HTTP/1.1 501 Not Implemented\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Limits bodies separately, because Node has only one time limit for all
 * requests of a server.
 */
function limitBodyTime(request: IncomingMessage, response: ServerResponse) {
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
