import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import { exchange, memoryGained, openSlowSockets, sendLargeBody } from '../support/misbehaving-clients'
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

test.beforeAll(async () => {
  site = await startServer(serverEnvironment(undefined, port))
})

async function openSlowClients() {
  const exchanges = tooSlow.map(([, , text]) => exchange(port, text, { maxMs: 40_000 }))
  return { exchanges, sockets: await openSlowSockets(port, 300) }
}

// What takes its time is begun by the first test that asks for it, and awaited by the last ones.
let begun: ReturnType<typeof openSlowClients> | undefined

function slowClients() {
  begun ??= openSlowClients()
  return begun
}

test.afterAll(async () => {
  const slow = await begun
  slow?.sockets.close()
  await killServer(site.server)
  expect(site.output(), 'none of this is an error of the server').not.toContain('"level":50')
})

async function expectServed(address = site.address) {
  for (const path of ['/', '/fr/contact', '/readyz']) expect((await fetch(address + path)).status).toBe(200)
}

test('fifty bodies of 50 MB cost no memory, whoever they are sent to, and are not read to their end', async () => {
  test.skip(!existsSync('/proc/self/status'), 'needs Linux to tell the memory of a process')
  test.setTimeout(240_000)
  const flood = (path: string) => Promise.all(Array.from({ length: 50 }, () => sendLargeBody(port, path, 50)))
  // What a first request of a kind costs is not about its body.
  await flood('/api/contact')
  const refusals: Record<string, number> = { '/api/contact': 413, '/api/../fr': 404 }
  for (const path of ['/api/contact', '/api/email', '/', '/fr/contact', '/api/../fr', '/no-such-page']) {
    let sent: Awaited<ReturnType<typeof sendLargeBody>>[] = []
    const measure = () =>
      memoryGained(site.server.pid, async () => {
        sent = await flood(path)
      })
    // A process grows for reasons of its own at times, which bodies would make it do each time.
    let gained = await measure()
    for (let more = 0; more < 3 && gained >= 32; more++) gained = await measure()
    expect(gained, path).toBeLessThan(32)
    const mean = sent.reduce((sum, { bytes }) => sum + bytes, 0) / sent.length
    expect(mean, path).toBeLessThan(25_000_000)
    const statuses = new Set(sent.map(({ status }) => status).filter(Boolean))
    expect([...statuses], path).toEqual([refusals[path] ?? 405])
  }
  await expectServed()
})

test('three hundred slow sockets keep nobody out', async () => {
  const { sockets } = await slowClients()
  expect(sockets.open()).toBe(300)
  await expectServed()
  const lead = await fetch(`${site.address}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(validContact),
  })
  expect(lead.status).toBe(201)
})

test('a body that is too large is refused in words, and then the connection ends', async () => {
  for (const bytes of [20_000, 200_000, 1_000_000]) {
    for (let time = 0; time < 10; time++) {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(`${site.address}/api/contact`, { method: 'POST', headers, body: 'x'.repeat(bytes) })
      expect([response.status, await response.json()]).toEqual([413, { error: { code: 'too_large' } }])
    }
  }
  const length = 200_000
  const fields = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}`
  const post = `POST /api/contact HTTP/1.1\r\n${fields}\r\n\r\n${'x'.repeat(length / 2)}`
  const { answer, closedAfterMs } = await exchange(port, post)
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]+Connection: close\r\n[\s\S]+"too_large"/)
  expect(closedAfterMs).toBeDefined()
})

test.describe('on servers with low limits', () => {
  const limits = { MAX_CONNECTIONS: '40', MAX_CONNECTIONS_PER_CLIENT: '20', LIMIT_CONTACT_PER_CLIENT: '5' }
  let direct: Awaited<ReturnType<typeof startServer>>
  let behind: typeof direct

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
    await expect.poll(() => served(direct.address)).toBe(true)
    expect(direct.output()).toContain('"msg":"connections refused: too many"')

    // All connections from a trusted proxy have one address.
    const proxied = await many(behind, 30, '127.0.0.2')
    await expectServed(behind.address)
    expect(open(proxied)).toBe(30)
    for (const socket of proxied) socket.destroy()
  })

  test('invented X-Forwarded-For count as one client, behind a proxy as well', async () => {
    const post = async (address: string, forwarded: string) => {
      const response = await fetch(`${address}/api/contact`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': forwarded,
          'X-Real-IP': forwarded,
          Forwarded: `for=${forwarded}`,
        },
        body: JSON.stringify({ ...validContact, email: `${randomUUID()}@banque.example` }),
      })
      return response.status
    }
    const count = async (times: number, send: () => Promise<number>) => {
      const found: Record<number, number> = {}
      for (let time = 0; time < times; time++) {
        const status = await send()
        found[status] = (found[status] ?? 0) + 1
      }
      return found
    }
    expect(await count(20, () => post(direct.address, randomForwarded()))).toEqual({ 201: 5, 429: 15 })

    expect(await count(20, () => post(behind.address, `${randomForwarded()}, 192.0.2.7`))).toEqual({ 201: 5, 429: 15 })
    expect(await post(behind.address, `${randomForwarded()}, 192.0.2.8`)).toBe(201)
  })
})

async function served(address: string): Promise<boolean> {
  return (await fetch(address).catch(() => undefined))?.status === 200
}

// A connection once it is there, or was refused: the server closes those that are too many after they were opened.
function openConnection(to: number, localAddress: string) {
  return new Promise<Socket>((resolve) => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress }, () => resolve(socket))
    socket.on('error', () => resolve(socket))
    // One that nobody reads would never be seen to end.
    socket.resume()
  })
}

function randomForwarded(): string {
  const ip = [...randomBytes(4)].join('.')
  const made = [ip, `${ip}, ${[...randomBytes(4)].join('.')}`, `${randomBytes(8).toString('hex')}`, `::ffff:${ip}`]
  return made[randomInt(made.length)] ?? ip
}

test('three hundred slow sockets are all cut off', async () => {
  test.setTimeout(60_000)
  const { sockets } = await slowClients()
  await expect.poll(sockets.open, { timeout: 30_000 }).toBe(0)
  await expectServed()
})

test('clients that are slow with a request are told so and cut off', async () => {
  test.setTimeout(60_000)
  const { exchanges } = await slowClients()
  const answers = await Promise.all(exchanges)
  for (const [index, { answer, closedAfterMs = Number.POSITIVE_INFINITY }] of answers.entries()) {
    const [name = '', limitMs = 0] = tooSlow[index] ?? []
    expect(answer, name).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    expect(closedAfterMs, name).toBeGreaterThan(limitMs * 0.9)
    expect(closedAfterMs, name).toBeLessThan(limitMs + 10_000)
  }
})
