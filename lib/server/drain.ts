import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepMs = 50

/** The code of the error by which the server's own handler answers 503. */
export const siteStops = 'SITE_STOPS'

/**
 * `drain` closes the server after its last request, and unused connections at once; `cutOff` answers the requests that
 * are still under way as a server that stops does.
 */
export function createDrain(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  function drain() {
    server.close()
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, sweepMs)
    server.once('close', () => clearInterval(sweep))
  }
  function cutOff() {
    for (const socket of sockets) {
      server.emit('clientError', Object.assign(new Error('the site stops'), { code: siteStops }), socket)
    }
  }
  return { drain, cutOff }
}
