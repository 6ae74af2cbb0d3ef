import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/**
 * Returns the settings for delivery to a mail server and a webhook receiver on
 * this machine.
 */
export function deliverySettings(
  mail: { port: number },
  webhook: { port: number },
) {
  return {
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SMTP_ALLOW_PLAINTEXT: 'true',
    LEADS_TO: 'sales@halcrest.example',
    LEADS_FROM: 'Website <site@halcrest.example>',
    ...webhookSettings(webhook),
  }
}

/** Returns the settings for delivery to a webhook receiver only. */
export function webhookSettings({ port }: { port: number }) {
  return {
    LEADS_WEBHOOK_URL: `http://127.0.0.1:${port}/leads`,
    LEADS_WEBHOOK_SECRET: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTAxMjM0NTY3',
  }
}

/** How a sink treats a delivery. */
type Mood = 'take' | 'refuse' | 'hang-up'

/**
 * Starts a real SMTP server on loopback that stores mails, refuses them, or
 * hangs up in the middle of DATA.
 */
export async function startMailSink(port = 0, options: SMTPServerOptions = {}) {
  const mails: string[] = []
  /** The names in the greetings of clients (EHLO). */
  const greetings = new Set<string>()
  const sink = {
    mails,
    greetings,
    mostAtOnce: 0,
    mood: 'take' as Mood,
    port: 0,
    close: () => Promise.resolve(),
    reset,
  }
  function reset() {
    mails.length = 0
    greetings.clear()
    sink.mostAtOnce = 0
    sink.mood = 'take'
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      greetings.add(session.hostNameAppearsAs)
      sink.mostAtOnce = Math.max(sink.mostAtOnce, server.connections.size)
      // Reads the mood once per mail, because a mail would get no answer if the
      // mood changed in the middle of it.
      const { mood } = sink
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (mood === 'hang-up') stream.destroy()
      })
      stream.on(
        'close',
        () => mood === 'hang-up' && session && done(new Error('hung up')),
      )
      stream.on('end', () => {
        if (mood === 'refuse')
          return done(
            Object.assign(new Error('try later'), { responseCode: 451 }),
          )
        mails.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) =>
    server.listen(port, '127.0.0.1', resolve),
  )
  sink.port = (server.server.address() as AddressInfo).port
  sink.close = () => new Promise((resolve) => server.close(() => resolve()))
  return sink
}

type Delivery = { headers: IncomingMessage['headers']; body: string }

const statuses = { take: 204, refuse: 503, redirect: 302 }

/**
 * Starts a real webhook receiver on loopback, which answers once `answers`
 * resolves.
 */
export async function startWebhookSink(port = 0) {
  const deliveries: Delivery[] = []
  const fresh = () => ({
    requests: 0,
    mood: 'take' as Mood | 'redirect',
    answers: Promise.resolve(),
  })
  const sink = {
    deliveries,
    port,
    close: () => Promise.resolve(),
    /**
     * The number of requests, the mood, and the promise that every response
     * waits for.
     */
    ...fresh(),
    reset() {
      deliveries.length = 0
      Object.assign(sink, fresh())
    },
  }
  const server = createServer(async (request, response) => {
    sink.requests++
    if (sink.mood === 'hang-up') return request.socket.destroy()
    let body = ''
    for await (const chunk of request) body += chunk
    await sink.answers
    if (sink.mood === 'take')
      deliveries.push({ headers: request.headers, body })
    response.writeHead(statuses[sink.mood], { Location: '/elsewhere' }).end()
  })
  return Object.assign(sink, await listen(server, port))
}

/**
 * Listens on loopback, and returns the port and a function that ends the server
 * and its connections.
 */
export async function listen(server: Server, port = 0) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) =>
    server.listen(port, '127.0.0.1', resolve),
  )
  async function close() {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Returns the only mail that a server has received. */
export function onlyMail({ mails }: { mails: string[] }): string {
  const [mail, ...others] = mails
  if (mail === undefined || others.length > 0)
    throw new Error(`There are ${mails.length} mails instead of one.`)
  return mail
}

/**
 * Returns the unfolded headers of a mail by lower-case name, and its raw body.
 */
export function readMail(mail: string) {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.split(':')[0]?.toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}

/**
 * Returns the body of a mail, decoded from quoted-printable (RFC 2045 section
 * 6.7).
 */
export function decodeMail(mail: string): string {
  const bytes = readMail(mail)
    .body.replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/**
 * Decodes the encoded words of a header (RFC 2047); throws if one of them
 * splits a character.
 */
export function decodeWords(header = ''): string {
  const words = header.replace(/(=\?UTF-8\?[QB]\?[^?]*\?=) (?==\?UTF-8)/g, '$1')
  return words.replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/g, (_, encoding, text) => {
    const quoted = () =>
      text
        .replaceAll('_', ' ')
        .replace(/=(..)/g, (_: string, hex: string) => `%${hex}`)
    const bytes =
      encoding === 'B'
        ? Buffer.from(text, 'base64')
        : Buffer.from(unescape(quoted()), 'latin1')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  })
}
