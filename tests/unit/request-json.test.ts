import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { failureOf, requestJson } from '@/lib/browser/request-json'

let requests = 0
const server = createServer(() => requests++)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('a request for JSON stops waiting at its time limit', async () => {
  const response = requestJson(address, { maxMs: 200 })
  await expect.poll(() => requests).toBe(1)

  expect(await response).toBe('late')
})

it('a request for JSON reports a lost connection', async () => {
  expect(await requestJson('http://127.0.0.1:1')).toBe('offline')
})

it.each([
  ['in seconds', '90', 90],
  ['as a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 60],
  ['in words', 'soon', 0],
])(
  'a request for JSON reads a Retry-After %s',
  (_, value, retryAfterSeconds) => {
    vi.useFakeTimers({
      now: new Date('2026-10-21T07:27:00Z'),
      toFake: ['Date'],
    })
    const failure = failureOf({
      status: 429,
      ok: false,
      headers: new Headers({ 'Retry-After': value }),
      body: {},
    })

    expect(failure).toMatchObject({ retryAfterSeconds })
  },
)
