import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Span = { name: string }
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A real receiver of OTLP over HTTP (JSON) on loopback. */
export async function startTraceReceiver() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/v1/traces') bodies.push(body)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: () => spans().map(({ name }) => name),
    text: () => bodies.join('\n'),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
