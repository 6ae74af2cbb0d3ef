import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createBoundedServer, limitUnread } from '@/lib/server/bounded-server'
import { unreadLimits } from '@/lib/server/connection-limits'

afterEach(() => vi.useRealTimers())

it('who sends more than is read has a second to read the answer, however much was sent by then', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const server = createBoundedServer((request, response) => {
    limitUnread(request, response)
    response.writeHead(413).end('too large')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connected = once(server, 'connection')
  const length = 50_000_000
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  sender.on('error', () => undefined)
  sender.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
  sender.write(Buffer.alloc(length))
  const [socket] = (await connected) as [Socket]
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(unreadLimits.bytes)
  await pause(10 * unreadLimits.checkEveryMs)

  let answer = ''
  sender.on('data', (chunk) => {
    answer += chunk
  })
  sender.resume()
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 [\s\S]+too large/)
  expect(socket.destroyed).toBe(false)
  expect(socket.bytesRead).toBeLessThan(length / 2)
  vi.advanceTimersByTime(unreadLimits.ms + 1)
  await expect.poll(() => socket.destroyed).toBe(true)
  server.close()
})
