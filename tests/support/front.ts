import { createServer as createHttp, request, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './tls'

/** A TLS front before a server on this machine, and the http port that leads to it, as an operator has them. */
export async function startFront(target: string) {
  const { cert, key, files } = await makeCertificate()
  const https = createHttps({ key, cert }, (incoming, outgoing) => {
    const { method, headers, url } = incoming
    const forwarded = { ...headers, 'x-forwarded-proto': 'https' }
    // A kept connection might be closed by the site just as the next request goes out.
    const passed = request(`${target}${url}`, { method, headers: forwarded, agent: false })
    passed.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)))
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  const httpsPort = await listen(https)
  const http = createHttp(({ url }, answer) => {
    answer.writeHead(308, { Location: `https://localhost:${httpsPort}${url}` }).end()
  })
  const httpPort = await listen(http)
  const close = () => [http, https].map((server) => server.close())
  return { certificate: files.certificate, httpsPort, httpPort, close }
}

async function listen(server: Server | ReturnType<typeof createHttps>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return (server.address() as AddressInfo).port
}
