import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const sweepMs = 50

/** Makes a function that closes the server after its last request; unused connections are closed at once. */
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
