import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { findApiAddress } from '@/lib/http/api-table'
import { withRequestFilter } from '@/scripts/development'
import { portOf, requestRaw } from '../support/ask'

// Answers 299 to every request that passes the filter.
const filtered = createServer(
  withRequestFilter((_, response) => void response.writeHead(299).end()),
)
const port = await portOf(filtered)
afterAll(() => filtered.close())

// e2e/http.spec.ts and e2e/server-limits.spec.ts cover what a built server
// refuses.
it.each([
  ['GET', '/', 299],
  ['POST', '/', 405],
  ['OPTIONS', '/', 204],
  ['DELETE', '/api/contact', 405],
  ['GET', '/api/attestations/%2e%2e/restore', 404],
  ['GET', '/_next/static/../../api/internal/reports', 404],
  ['GET', '/_next/../contact', 308],
  ['GET', '/api/internal/reports', 404],
  ['GET', '/_next/image?url=x', 299],
  ['POST', '/__nextjs_original-stack-frames', 299],
])(
  'the development server answers %s %s with %i',
  async (method, path, status) => {
    const answer = await requestRaw(port, path, {}, method)

    expect(answer.status).toBe(status)
  },
)

it.each([
  ['DELETE', '/api/contact'],
  ['GET', '/api/internal/reports'],
])('the refusal of %s %s forbids guessing its type', async (method, path) => {
  const { headers } = await requestRaw(port, path, {}, method)

  expect(headers['x-content-type-options']).toBe('nosniff')
})

it.each([
  ['/', 'GET, HEAD, OPTIONS'],
  ['/api/contact', findApiAddress('/api/contact')?.methods.join(', ')],
])(
  'the refusal of a DELETE of %s lists the methods %s',
  async (path, methods) => {
    const { headers } = await requestRaw(port, path, {}, 'DELETE')

    expect(headers.allow).toBe(methods)
  },
)
