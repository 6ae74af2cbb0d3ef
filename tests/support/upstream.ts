import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export const goodAnswer = {
  response: 'From **upstream**.',
  redirect_to: null,
  should_show_contact_form: false,
}

type Behavior = (request: IncomingMessage, response: ServerResponse) => void

function json(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The ways in which an upstream may behave. All but the first are errors. */
export const behaviors = {
  good: (_, response) => json(response, goodAnswer),
  hangs: () => {},
  drips: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(timer))
  },
  'answers 500': (_, response) => json(response, goodAnswer, 500),
  redirects: (_, response) => {
    response.writeHead(302, { Location: '/elsewhere' })
    response.end()
  },
  'has the wrong type': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(JSON.stringify(goodAnswer))
  },
  'sends bad JSON': (_, response) => json(response, '{"response": "half'),
  'sends extra keys': (_, response) =>
    json(response, { ...goodAnswer, html: '<b>' }),
  'sends the wrong shape': (_, response) => json(response, { response: 7 }),
  'sends too much': (_, response) =>
    json(response, JSON.stringify(goodAnswer) + ' '.repeat(70_000)),
  resets: (request) => request.socket.resetAndDestroy(),
} satisfies Record<string, Behavior>

export type BehaviorName = keyof typeof behaviors

/**
 * Starts an upstream on loopback that records its requests and whose behavior
 * can be changed.
 */
export async function startUpstream(port = 0) {
  const received: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
    body: string
    ended: boolean
  })[] = []
  let behavior: Behavior = behaviors.good
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const entry = { method, url, headers, body: '', ended: false }
    received.push(entry)
    response.on('close', () => {
      entry.ended = true
    })
    for await (const chunk of request) entry.body += chunk
    behavior(request, response)
  })
  await new Promise<void>((resolve) =>
    server.listen(port, '127.0.0.1', resolve),
  )
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(name: BehaviorName | Behavior) {
      behavior = typeof name === 'function' ? name : behaviors[name]
    },
    /** Answers with this body from now on. */
    answer(body: unknown) {
      behavior = (_, response) => json(response, body)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
