import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { startMailSink, startWebhookSink } from '../../tests/support/sinks'

const dripMs = 20

/** `away` breaks every connection; `tar pit` greets and never comes to an end. */
type Mood = 'open' | 'away' | 'tar pit'

export type Receivers = Awaited<ReturnType<typeof startReceivers>>

/** A mail server behind a door that may be shut, and a webhook receiver. */
export async function startReceivers() {
  const mail = await startMailSink()
  const webhook = await startWebhookSink()
  const door = await startDoor(mail.port)
  return {
    mail,
    webhook,
    door,
    async close() {
      await door.close()
      await Promise.all([mail.close(), webhook.close()])
    },
  }
}

async function startDoor(target: number) {
  const sockets = new Set<Socket>()
  let mood: Mood = 'open'
  const server = createServer((socket) => {
    track(socket)
    if (mood === 'away') return socket.resetAndDestroy()
    if (mood === 'tar pit') return drip(socket)
    const inner = connect(target, '127.0.0.1')
    track(inner)
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      one.pipe(other)
      one.once('close', () => other.destroy())
    }
  })

  function track(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    /** What is connected now is cut off: a mail server that comes or goes does that. */
    become(next: Mood) {
      mood = next
      for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function drip(socket: Socket) {
  socket.write('220 slow.example\r\n')
  const timer = setInterval(() => socket.write('250-slow.example\r\n'), dripMs)
  socket.resume()
  socket.once('close', () => clearInterval(timer))
}
