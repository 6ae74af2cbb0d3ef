import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** How a sink treats what is sent to it. */
type Mood = 'take' | 'refuse' | 'hang-up'

/** A real SMTP server on loopback that keeps the mails it takes, or refuses them, or hangs up in the middle of DATA. */
export async function startMailSink(port = 0) {
  const mails: string[] = []
  const sink = { mails, mood: 'take' as Mood, port: 0, close: () => Promise.resolve() }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (sink.mood === 'hang-up') stream.destroy()
      })
      stream.on('close', () => sink.mood === 'hang-up' && session && done(new Error('hung up')))
      stream.on('end', () => {
        if (sink.mood === 'refuse') return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        mails.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  sink.port = (server.server.address() as AddressInfo).port
  sink.close = () => new Promise((resolve) => server.close(() => resolve()))
  return sink
}

type Delivery = { headers: IncomingMessage['headers']; body: string }

/** A real webhook receiver on loopback. */
export async function startWebhookSink(port = 0) {
  const deliveries: Delivery[] = []
  const sink = {
    deliveries,
    mood: 'take' as Mood | 'redirect',
    /** How many requests have come, and what each waits for before it is answered. */
    asked: 0,
    before: () => Promise.resolve(),
    port: 0,
    close: () => Promise.resolve(),
  }
  const server = createServer(async (request, response) => {
    if (sink.mood === 'hang-up') return request.socket.destroy()
    let body = ''
    for await (const chunk of request) body += chunk
    sink.asked++
    await sink.before()
    if (sink.mood === 'refuse') return response.writeHead(503).end()
    if (sink.mood === 'redirect') return response.writeHead(302, { Location: '/elsewhere' }).end()
    deliveries.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  sink.port = (server.address() as AddressInfo).port
  sink.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return sink
}

/** The headers of a mail by lower-case name, unfolded, and its body as sent. */
export function readMail(mail: string) {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]))
  return { headers, body: rest.join('\r\n\r\n') }
}
