// Clients that misbehave, for tests. They connect to this machine only.
import { connect, type Socket } from 'node:net'

const host = '127.0.0.1'

/** What came back, and after how many milliseconds the connection closed (undefined: it did not). */
type Exchange = { answer: string; closedAfterMs?: number }

/** Sends raw text and reads until the connection closes, or for at most `maxMs`: less than a server waits for more. */
export async function exchange(port: number, text: string, maxMs = 9_000): Promise<Exchange> {
  const start = Date.now()
  const socket = connect(port, host, () => socket.write(text))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, maxMs)
  const answer = await readAll(socket)
  clearTimeout(timer)
  return isLate ? { answer } : { answer, closedAfterMs: Date.now() - start }
}

/** What comes over a connection until it closes, in whatever way. */
export function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/** Resolves to a connection that is open or refused: the server closes excess connections after accepting them. */
export function openConnection(port: number, localAddress: string) {
  return new Promise<Socket>((resolve) => {
    const socket = connect({ port, host, localAddress }, () => resolve(socket))
    socket.on('error', () => resolve(socket))
    // One that nobody reads would never be seen to end.
    socket.resume()
  })
}

/** Opens connections that send one more byte of a header every second; `open` counts those that are still there. */
export async function openSlowSockets(port: number, count: number) {
  const sockets = await Promise.all(Array.from({ length: count }, () => openConnection(port, host)))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }, 1_000)
  return {
    open: () => sockets.filter((socket) => !socket.closed).length,
    close() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Sent = { bytes: number; status?: number }

/** Posts a chunked body of so many megabytes; resolves to the status of the answer, if one was read, and what was sent. */
export function sendLargeBody(port: number, path: string, megabytes: number) {
  const piece = Buffer.alloc(65_536, ' ')
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  return new Promise<Sent>((resolve) => {
    const head = ['Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: chunked']
    const sent: Sent = { bytes: 0 }
    const socket = connect(port, host, () => {
      socket.write(`${[`POST ${path} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n`)
      write()
    })
    function write() {
      while (!socket.destroyed && sent.bytes < megabytes * 1_000_000) {
        sent.bytes += piece.length
        if (!socket.write(chunk)) return socket.once('drain', write)
      }
      socket.end('0\r\n\r\n')
    }
    socket.setTimeout(30_000, () => socket.destroy())
    socket.once('data', (data) => {
      sent.status = Number(String(data).match(/^HTTP\/1\.1 (\d{3})/)?.[1])
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(sent))
  })
}
