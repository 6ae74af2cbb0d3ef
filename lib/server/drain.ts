import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const sweepMs = 50

/** The code of the error by which the server's own handler answers 503. */
export const siteStops = 'SITE_STOPS'

/** Ways to close a server after its last request. Answers end their connections from then on (bounded-server.ts). */
export function createDrain(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    /** Closes unused connections at once. */
    stop() {
      letEnd()
      server.close()
      const sweep = setInterval(() => {
        server.closeIdleConnections()
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, sweepMs)
      server.once('close', () => clearInterval(sweep))
    },
    /**
     * For a server with a successor at its port: no client loses a request. An unused connection may have one on its
     * way, so it stays until that is answered or the time is over that it had anyway. http's close would cut it off.
     */
    handOver() {
      letEnd()
      NetServer.prototype.close.call(server)
    },
    /** Answers the requests that are still under way as a server that stops does. */
    cutOff() {
      for (const socket of sockets) {
        server.emit('clientError', Object.assign(new Error('the site stops'), { code: siteStops }), socket)
      }
    },
  }
}

// The channel to the process above would keep this one.
function letEnd() {
  process.channel?.unref()
}
