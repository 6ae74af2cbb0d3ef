import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepMs = 50

/**
 * Makes a function that takes no new connections and closes those that are or become idle, so that the server closes
 * when its last request is answered. Browsers also open connections that they never use.
 */
export function createDrain(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return function drain() {
    server.close()
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, sweepMs)
    server.once('close', () => clearInterval(sweep))
  }
}
