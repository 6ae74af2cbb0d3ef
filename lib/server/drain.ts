// The reasons for these numbers are in docs/decisions/15-server-limits.md.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

// A client may already have sent its next request on an idle connection. The
// server has this long to answer it and announce that the connection will
// close.
const graceMs = 1_000
const sweepMs = 50

/** Lets a server finish its requests, and cuts off the rest when told to. */
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
