import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { fetchAnswer } from '@/lib/browser/fetch-answer'

let requests = 0
const server = createServer(() => requests++)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('sends no request if it is already aborted', async () => {
  const signal = AbortSignal.abort()

  expect(await fetchAnswer(address, 60_000, { signal })).toBe('late')
  expect(requests).toBe(0)
})

it('stops waiting when it is aborted', async () => {
  const stopper = new AbortController()
  const answer = fetchAnswer(address, 60_000, { signal: stopper.signal })
  await expect.poll(() => requests).toBe(1)

  stopper.abort()

  expect(await answer).toBe('late')
})
