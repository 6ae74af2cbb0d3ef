import { once } from 'node:events'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withRequestFilter } from '@/lib/server/development'

// What comes after the filter says what it got.
const server: Server = createServer(
  withRequestFilter(({ headers }, response) => {
    response.writeHead(299).end(JSON.stringify(headers))
  }),
)

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => server.close())

function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status?: number; body: string }>((resolve, reject) => {
    const asked = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (answer) => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({ status: answer.statusCode, body })
    })
    asked.on('error', reject)
    asked.end()
  })
}

it.each([
  ['GET', '/', 299],
  ['HEAD', '/fr/contact?x=1', 299],
  ['POST', '/', 405],
  ['OPTIONS', '/', 204],
  ['POST', '/api/contact', 299],
  ['DELETE', '/api/contact', 405],
  ['GET', '/api/contact/token', 299],
  ['GET', '/api/attestations/%2e%2e/restore', 404],
  ['GET', '/api/no-such-call', 404],
  ['GET', '/_next/static/chunks/a.js', 299],
  ['GET', '/_next/image?url=x', 299],
  ['POST', '/__nextjs_original-stack-frames', 299],
])('in development %s %s is answered %i, Next’s own tools included', async (method, path, status) => {
  expect((await ask(method, path)).status).toBe(status)
})

it('tells the site the address of the socket, and nothing that Next says to itself', async () => {
  const { body } = await ask('GET', '/', { 'X-Forwarded-For': '203.0.113.7', 'X-Middleware-Rewrite': '/x' })
  const headers = JSON.parse(body)
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers['x-middleware-rewrite']).toBeUndefined()
})
