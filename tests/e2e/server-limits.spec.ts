import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import { exchange, openConnection, openSlowSockets, sendLargeBody } from '../support/misbehaving-clients'
import { killServer, serverEnvironment, startServer, takePort } from '../support/server'

// One server for all: they run one after another.
test.describe.configure({ mode: 'default' })

const port = takePort()
let site: Awaited<ReturnType<typeof startServer>>

const started = `POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
const tooSlow = [
  ['says nothing', 10_000, ''],
  ['stops in its header', 10_000, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['stops in its body', 20_000, `${started}Content-Length: 1000\r\n\r\n{"name":`],
  ['stops between chunks', 20_000, `${started}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
] as const

async function openSlowClients() {
  const exchanges = tooSlow.map(([, , text]) => exchange(port, text, 40_000))
  return { exchanges, sockets: await openSlowSockets(port, 300) }
}

// What takes its time is begun by the first test that asks for it, and awaited by the last ones.
let begun: ReturnType<typeof openSlowClients> | undefined

function slowClients() {
  begun ??= openSlowClients()
  return begun
}

test.beforeAll(async () => {
  site = await startServer(serverEnvironment(undefined, port))
})

test.afterAll(async () => {
  const slow = await begun
  slow?.sockets.close()
  await killServer(site.server)
  expect(site.output(), 'none of this is an error of the server').not.toContain('"level":50')
})

async function expectServed(address = site.address) {
  for (const path of ['/', '/fr/contact', '/readyz']) expect((await fetch(address + path)).status).toBe(200)
}

async function post(address: string, more: Record<string, string> = {}, body?: string) {
  const email = `${randomUUID()}@banque.example`
  const headers = { 'Content-Type': 'application/json', ...more }
  return fetch(`${address}/api/contact`, {
    method: 'POST',
    headers,
    body: body ?? JSON.stringify({ ...validContact, email }),
  })
}

test('a body of 50 MB is not read to its end, wherever it is sent', async () => {
  const refusals: Record<string, number> = { '/api/contact': 413, '/api/../fr': 404 }
  for (const path of ['/api/contact', '/api/email', '/', '/fr/contact', '/api/../fr', '/no-such-page']) {
    const { bytes, status } = await sendLargeBody(port, path, 50)
    expect(bytes, path).toBeLessThan(25_000_000)
    expect([path, status ?? refusals[path] ?? 405]).toEqual([path, refusals[path] ?? 405])
  }
  await expectServed()
})

test('three hundred slow sockets keep nobody out', async () => {
  const { sockets } = await slowClients()
  expect(sockets.open()).toBe(300)
  await expectServed()
  expect((await post(site.address)).status).toBe(201)
})

test('a body that is too large is refused in words, and then the connection ends', async () => {
  for (const bytes of [20_000, 200_000, 1_000_000]) {
    const response = await post(site.address, {}, 'x'.repeat(bytes))
    expect([response.status, await response.json()]).toEqual([413, { error: { code: 'too_large' } }])
  }
  const half = `${started}Content-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`
  const { answer, closedAfterMs } = await exchange(port, half)
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]+Connection: close\r\n[\s\S]+"too_large"/)
  expect(closedAfterMs).toBeDefined()
})

test.describe('on servers with low limits', () => {
  const limits = { MAX_CONNECTIONS: '40', MAX_CONNECTIONS_PER_CLIENT: '20' }
  let direct: typeof site
  let behind: typeof site

  test.beforeAll(async () => {
    direct = await startServer({ ...serverEnvironment(), ...limits })
    behind = await startServer({ ...serverEnvironment(), ...limits, TRUSTED_PROXY_HOPS: '1' })
  })

  test.afterAll(async () => {
    await killServer(direct.server)
    await killServer(behind.server)
  })

  test('more connections than are allowed are refused, from one client and altogether', async () => {
    const many = ({ address }: typeof direct, count: number, from: string) =>
      Promise.all(Array.from({ length: count }, () => openConnection(Number(new URL(address).port), from)))
    const first = await many(direct, 30, '127.0.0.2')
    const open = (sockets: Socket[]) => sockets.filter((socket) => !socket.closed).length
    await expect.poll(() => open(first)).toBeLessThanOrEqual(20)
    await expectServed(direct.address)
    expect(open(first)).toBe(20)
    const others = [await many(direct, 15, '127.0.0.3'), await many(direct, 15, '127.0.0.4')].flat()
    await expect.poll(() => open(others)).toBeLessThanOrEqual(20)
    for (const socket of [...first, ...others]) socket.destroy()
    await expect.poll(async () => (await fetch(direct.address).catch(() => undefined))?.status).toBe(200)
    expect(direct.output()).toContain('"msg":"connections refused: too many"')

    // All connections from a trusted proxy have one address.
    const proxied = await many(behind, 30, '127.0.0.2')
    await expectServed(behind.address)
    expect(open(proxied)).toBe(30)
    for (const socket of proxied) socket.destroy()
  })
})

test('slow clients are told so and cut off, and three hundred slow sockets are all cut off', async () => {
  test.setTimeout(90_000)
  const { sockets, exchanges } = await slowClients()
  await expect.poll(sockets.open, { timeout: 30_000 }).toBe(0)
  await expectServed()
  const answers = await Promise.all(exchanges)
  for (const [index, { answer, closedAfterMs = Number.POSITIVE_INFINITY }] of answers.entries()) {
    const [name = '', limitMs = 0] = tooSlow[index] ?? []
    expect(answer, name).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    expect(closedAfterMs, name).toBeGreaterThan(limitMs * 0.9)
    expect(closedAfterMs, name).toBeLessThan(limitMs + 10_000)
  }
})
