import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { validContact } from './contact'
import { readAll } from './misbehaving-clients'

/**
 * Sends a contact message except for its last byte, once the server has read
 * the head. `finish` sends that byte and resolves to the whole answer.
 */
export async function sendHalf(port: number) {
  const body = JSON.stringify(validContact)
  const socket = connect(port, '127.0.0.1')
  const answer = readAll(socket)
  const head = [
    'POST /api/contact HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
  ]
  const more = [
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ]
  socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`)
  // Waits for `100 Continue`, which shows that the request is in progress.
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.write(body.slice(0, -1))
  return {
    finish() {
      socket.write(body.slice(-1))
      return answer
    },
  }
}

/** Whether anything accepts connections on a port of this machine. */
export function isListening(
  port: number,
  host = '127.0.0.1',
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Whether this machine has the address ::1. */
export function hasIPv6() {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  )
}
