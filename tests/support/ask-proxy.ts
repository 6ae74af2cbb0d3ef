import { request as sendHttps } from 'node:https'
import type { Answer } from './ask'

/** Sends a request by https to a proxy with a certificate of tests, and resolves to the answer as it came. */
export function askProxy(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '', from = '127.0.0.1' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      method,
      agent: false,
      rejectUnauthorized: false,
      localAddress: from,
      host: '127.0.0.1',
    }
    const sent = sendHttps({ ...options, servername: 'localhost', headers: { Host: `localhost:${port}`, ...headers } })
    sent.once('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
