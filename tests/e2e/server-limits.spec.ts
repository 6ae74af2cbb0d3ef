import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { validContact } from '../support/contact'
import {
  exchange,
  openConnection,
  uploadEndlessly,
} from '../support/misbehaving-clients'
import {
  killServer,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'

// All tests share one server, so they run one after another.
test.describe.configure({ mode: 'default' })

const port = takePort()
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  site = await startServer(serverEnvironment(undefined, port))
})

test.afterAll(async () => {
  await killServer(site.server)
  expect(site.output(), 'none of this is an error of the server').not.toContain(
    '"level":50',
  )
})

async function expectServed(address = site.address) {
  for (const path of ['/', '/fr/contact', '/readyz'])
    expect((await fetch(address + path)).status, path).toBe(200)
}

function postJson(path: string, body: string | ReadableStream) {
  const options = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    duplex: 'half',
  }
  return fetch(site.address + path, { ...options, body })
}

const started = `POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
const tooSlow = [
  ['says nothing', 10_000, ''],
  [
    'stops in its header',
    10_000,
    'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  ],
  [
    'stops in its body',
    20_000,
    `${started}Content-Length: 1000\r\n\r\n{"name":`,
  ],
  [
    'stops between chunks',
    20_000,
    `${started}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
] as const

test('slow clients get 408 and are cut off without blocking others', async () => {
  test.setTimeout(90_000)
  const exchanges = tooSlow.map(([, , text]) => exchange(port, text, 40_000))
  const sockets = await Promise.all(
    Array.from({ length: 300 }, () => openConnection(port, '127.0.0.1')),
  )
  for (const socket of sockets)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }, 1_000)
  const open = () => sockets.filter((socket) => !socket.closed).length
  expect(open()).toBe(300)
  await expectServed()
  const email = `${randomUUID()}@banque.example`
  expect(
    (await postJson('/api/contact', JSON.stringify({ ...validContact, email })))
      .status,
  ).toBe(201)

  for (const [index, [name, limitMs]] of tooSlow.entries()) {
    const { answer, closedAfterMs } = (await exchanges[index]) ?? {}
    expect(answer, name).toBe(
      'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n',
    )
    expect(closedAfterMs, name).toBeGreaterThan(limitMs * 0.9)
    expect(closedAfterMs, name).toBeLessThan(limitMs + 10_000)
  }
  await expect.poll(open, { timeout: 30_000 }).toBe(0)
  clearInterval(timer)
})

test('no address reads a 50 MB body to its end', async () => {
  for (const path of [
    '/api/contact',
    '/api/email',
    '/',
    '/fr/contact',
    '/no-such-page',
  ]) {
    let bytes = 0
    const body = new ReadableStream({
      pull(controller) {
        bytes += 65_536
        if (bytes > 50_000_000) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    // Tolerates a missing response, because the connection may close before it
    // can be read.
    const answer = await postJson(path, body).catch(() => undefined)

    expect(bytes, path).toBeLessThan(25_000_000)
    const status = path === '/api/contact' ? 413 : 405
    expect(answer?.status ?? status, path).toBe(status)
  }
  await expectServed()
})

test('a body that is too large gets 413', async () => {
  for (const bytes of [120_000, 200_000, 1_000_000]) {
    const response = await postJson('/api/contact', 'x'.repeat(bytes))
    const body = await response.json()

    expect(response.status, `${bytes} bytes`).toBe(413)
    expect(body, `${bytes} bytes`).toEqual({ error: { code: 'too_large' } })
  }
})

test('a body that is announced as too large gets 413 before it is sent', async () => {
  const half = `${started}Content-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`

  const { answer, closedAfterMs } = await exchange(port, half)

  expect(answer).toMatch(
    /^HTTP\/1\.1 413 [\s\S]+Connection: close\r\n[\s\S]+"too_large"/,
  )
  expect(closedAfterMs).toBeDefined()
})

for (const path of [
  '/api/attestations/files',
  '/api/operator/reports',
  '/api/contact',
  '/api/attestations/x/restore',
]) {
  test(`an upload that ${path} refuses is cut off`, async () => {
    const { answer, closedAfterMs } = await uploadEndlessly(port, path)

    expect(answer).toMatch(/^HTTP\/1\.1 4(.*\r\n)+Connection: close\r\n/)
    expect(closedAfterMs).toBeLessThan(20_000)
    await expectServed()
  })
}

test.describe('with a limit of 20 connections per client and 40 in total', () => {
  const limits = { MAX_CONNECTIONS: '40', MAX_CONNECTIONS_PER_CLIENT: '20' }
  const opened: Socket[] = []
  let limited: typeof site | undefined

  test.afterEach(async () => {
    for (const socket of opened.splice(0)) socket.destroy()
    if (limited) await killServer(limited.server)
  })

  async function startLimited(settings: Record<string, string> = {}) {
    limited = await startServer({
      ...serverEnvironment(),
      ...limits,
      ...settings,
    })
    return limited
  }

  /** Opens connections and returns a function that counts those still open. */
  async function openMany({ address }: typeof site, from: string, count = 30) {
    const port = Number(new URL(address).port)
    const sockets = await Promise.all(
      Array.from({ length: count }, () => openConnection(port, from)),
    )
    opened.push(...sockets)
    return () => sockets.filter((socket) => !socket.closed).length
  }

  test('a client has at most 20, and others are served', async () => {
    const server = await startLimited()

    const countOpen = await openMany(server, '127.0.0.2')

    await expect.poll(countOpen).toBeLessThanOrEqual(20)
    await expectServed(server.address)
    expect(countOpen()).toBe(20)
  })

  test('all clients have at most 40 until some are closed', async () => {
    const server = await startLimited()
    const counts = [
      await openMany(server, '127.0.0.2'),
      await openMany(server, '127.0.0.3', 15),
      await openMany(server, '127.0.0.4', 15),
    ]
    const countOpen = () => counts.reduce((total, count) => total + count(), 0)
    await expect.poll(countOpen).toBeLessThanOrEqual(40)

    for (const socket of opened) socket.destroy()

    await expect
      .poll(
        async () =>
          (await fetch(server.address).catch(() => undefined))?.status,
      )
      .toBe(200)
    expect(server.output()).toContain(
      '"msg":"too many connections: refusing new ones"',
    )
  })

  test('a trusted proxy may have more than 20, because it serves many clients', async () => {
    const server = await startLimited({ TRUSTED_PROXY_HOPS: '1' })

    const countOpen = await openMany(server, '127.0.0.2')

    await expectServed(server.address)
    expect(countOpen()).toBe(30)
  })
})
