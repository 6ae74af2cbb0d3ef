import { createServer, type IncomingMessage } from 'node:http'
import { listen } from './sinks'

type Request = {
  path: string
  headers: IncomingMessage['headers']
  body: string
}
type Answer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang-up'

/**
 * Starts a real HTTP server on loopback that records every request, whatever it
 * answers.
 */
export async function startReceiver(standard: Answer = { status: 200 }) {
  const requests: Request[] = []
  const receiver = { requests, answer: standard, reset }
  function reset() {
    requests.length = 0
    receiver.answer = standard
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    const { answer } = receiver
    if (answer === 'hang-up') return request.socket.destroy()
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  return Object.assign(receiver, await listen(server))
}
