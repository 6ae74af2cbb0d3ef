// Responds to requests whose body is not read to its end. Node would close the
// connection as soon as the response is written, and a client that is still
// sending could then lose it (RFC 9112 section 9.6).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './request'

// After a response to a half-read body, limits how much more of the body is
// read, and how long the connection stays open for the client to read the
// response.
const maxUnreadBytes = 256 * 1024
const maxReadOnMs = 1_000

export function hasUnreadBody(request: IncomingMessage): boolean {
  return hasBody(request.headers) && !request.complete
}

/**
 * Keeps reading for a moment before the connection is closed. Node's own
 * listener for `finish` calls `destroySoon`, so this listener must run before
 * it.
 */
export function closeGently(
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { socket } = request
  response.prependOnceListener('finish', () => {
    if (hasUnreadBody(request)) socket.destroySoon = () => readOn(socket)
  })
}

function readOn(socket: Socket) {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), maxReadOnMs)
  socket.once('close', () => clearTimeout(timer))
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxUnreadBytes) socket.pause()
  })
}
