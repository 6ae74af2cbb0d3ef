import { once } from 'node:events'
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { request as sendHttps } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** Returns every value of a header, so that duplicates are visible. */
  all: (name: string) => string[]
  body: Buffer
}

/**
 * Sends a request unchanged and resolves to the raw answer, without decoding it
 * or following redirects.
 */
export function requestRaw(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
) {
  return answerTo(request({ port, path, headers, method, agent: false }), body)
}

/** Like `requestRaw`, but over HTTPS to a proxy with a test certificate. */
export function requestProxy(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '', from = '127.0.0.1' } = {},
): Promise<Answer> {
  const address = {
    host: '127.0.0.1',
    port,
    path,
    method,
    localAddress: from,
    servername: 'localhost',
  }
  const options = { ...address, agent: false, rejectUnauthorized: false }
  return answerTo(
    sendHttps({
      ...options,
      headers: { Host: `localhost:${port}`, ...headers },
    }),
    body,
  )
}

function answerTo(sent: ClientRequest, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.once('response', (answer: IncomingMessage) => {
      const chunks: Buffer[] = []
      const all = (name: string) =>
        answer.headersDistinct[name.toLowerCase()] ?? []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          all,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Listens on a free port of this machine and resolves to it. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0), 'listening')
  return (server.address() as AddressInfo).port
}
