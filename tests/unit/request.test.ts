import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { normalizedAddress } from '@/lib/server/request'
import { withRequestFilter } from '@/scripts/development'
import { ask } from '../support/ask'

// Answers 299 with the headers that reached the site.
const server: Server = createServer(
  withRequestFilter(({ headers }, response) => {
    response.writeHead(299).end(JSON.stringify(headers))
  }),
)

let port: number

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterAll(() => server.close())

it.each([
  ['GET', '/', 299],
  ['HEAD', '/fr/contact?x=1', 299],
  ['POST', '/', 405],
  ['OPTIONS', '/', 204],
  ['POST', '/api/contact', 299],
  ['DELETE', '/api/contact', 405],
  ['GET', '/api/attestations/%2e%2e/restore', 404],
  ['GET', '/api/internal/reports', 404],
  ['GET', '/_next/static/chunks/a.js', 299],
  ['GET', '/_next/image?url=x', 299],
  ['POST', '/__nextjs_original-stack-frames', 299],
])('the development server answers %s %s with %i', async (method, path, status) => {
  const answer = await ask(port, path, {}, method)
  expect(answer.status).toBe(status)
  if (status >= 400) expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

it('replaces X-Forwarded-For by the address of the socket, and removes headers that only Next may set', async () => {
  const forged = { 'X-Forwarded-For': '203.0.113.7', 'X-Middleware-Rewrite': '/x', 'X-Render-Once': '1' }
  const headers = JSON.parse((await ask(port, '/', forged)).body.toString())
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(Object.keys(headers).filter((name) => /middleware|render/.test(name))).toEqual([])
})

it('refuses a body that is far too large before it has arrived, and its sender can read the answer', async () => {
  const sender = connect(port, '127.0.0.1')
  const length = 50_000_000
  sender.on('error', () => undefined)
  sender.write(`POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
  sender.write(Buffer.alloc(length / 2))
  let answer = ''
  sender.on('data', (chunk) => {
    answer += chunk
  })
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 [\s\S]+\r\nConnection: close\r\n[\s\S]+too_large/)
  await expect.poll(() => sender.closed).toBe(true)
  expect(sender.bytesWritten).toBeLessThan(length)
})

it.each([
  ['/', undefined],
  ['/fr/contact?x=/../', undefined],
  ['//contact//?a=//', '/contact?a=//'],
  ['/.//elsewhere.example', '/elsewhere.example'],
  ['/fr/%2e/x/../attestations', '/fr/attestations'],
  ["/'", undefined],
])('normalizes %s to %s', (url, normalized) => {
  expect(normalizedAddress({ url } as IncomingMessage)).toBe(normalized)
})
