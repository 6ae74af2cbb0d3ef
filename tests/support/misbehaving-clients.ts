// Clients that misbehave, for tests. They connect to this machine only.
import { connect, type Socket } from 'node:net'

const host = '127.0.0.1'

/**
 * The answer, and the milliseconds until the connection closed (undefined if it
 * did not).
 */
type Exchange = { answer: string; closedAfterMs?: number }

/**
 * Sends raw text and reads until the connection closes, or for at most `maxMs`,
 * which is less than a server waits for more input.
 */
export async function exchange(
  port: number,
  text: string,
  maxMs = 9_000,
): Promise<Exchange> {
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

/**
 * Uploads endlessly, whatever the answer is. Resolves once the connection is
 * closed.
 */
export async function uploadEndlessly(
  port: number,
  path: string,
): Promise<Required<Exchange>> {
  const start = Date.now()
  const socket = connect(port, host)
  const answer = readAll(socket)
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const fill = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', fill)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  fill()
  return { answer: await answer, closedAfterMs: Date.now() - start }
}

/** Resolves to all data received until the connection closes or fails. */
export function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/**
 * Resolves to a connection even if it fails, because the server closes excess
 * connections only after accepting them.
 */
export function openConnection(port: number, localAddress: string) {
  return new Promise<Socket>((resolve) => {
    const socket = connect({ port, host, localAddress }, () => resolve(socket))
    socket.on('error', () => resolve(socket))
    // Reads the connection, because an unread socket never reports its end.
    socket.resume()
  })
}
