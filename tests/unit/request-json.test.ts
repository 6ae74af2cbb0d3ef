import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { requestJson } from '@/lib/browser/request-json'

let requests = 0
const server = createServer(() => requests++)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('stops waiting at its time limit', async () => {
  const response = requestJson(address, { maxMs: 200 })
  await expect.poll(() => requests).toBe(1)

  expect(await response).toBe('late')
})

it('reports a lost connection', async () => {
  expect(await requestJson('http://127.0.0.1:1')).toBe('offline')
})
