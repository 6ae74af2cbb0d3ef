import { createServer as createRawServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { asyncProperty, assert as holds, integer, string } from 'fast-check'
import {
  afterAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { fetchText, readUpTo } from '@/lib/fetch-text'
import { errorCode } from '@/lib/outbox/failure'
import { listen } from '../support/sinks'
import { startUpstream } from '../support/upstream'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const maxMs = 20_000

const server = await startUpstream()
afterAll(() => server.stop())

const fetchHere = (options: Partial<Parameters<typeof fetchText>[1]> = {}) =>
  fetchText(server.base, { maxMs, maxBytes: 64 * kilobyte, ...options })

describe('a response that never ends', () => {
  let sentBytes = 0

  beforeEach(() => {
    sentBytes = 0
    server.behave((_, response) => {
      const chunk = Buffer.alloc(64 * kilobyte, 'x')
      const fill = () => {
        while (!response.destroyed && response.write(chunk))
          sentBytes += chunk.length
      }
      response.on('drain', fill).writeHead(500)
      fill()
    })
  })

  it('is read up to its limit, then disconnected', async () => {
    const { status, text, brokenBy } = await fetchHere()

    await expect.poll(() => server.received.at(-1)?.ended).toBe(true)
    expect(status).toBe(500)
    expect(errorCode(brokenBy)).toBe('QuotaExceededError')
    expect(text.length).toBeLessThanOrEqual(64 * kilobyte)
    expect(sentBytes).toBeLessThan(16 * megabyte)
  })

  it('is an error if it consists of headers only', async () => {
    const raw = await listen(
      createRawServer((socket) => {
        socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n')
        const fill = () => {
          while (
            !socket.destroyed &&
            socket.write(`x: ${'y'.repeat(kilobyte)}\r\n`)
          );
        }
        socket.on('drain', fill)
        fill()
      }),
    )
    onTestFinished(raw.close)

    const answer = fetchText(`http://127.0.0.1:${raw.port}/`, { maxMs })

    expect(await answer.catch(errorCode)).toBe('UND_ERR_HEADERS_OVERFLOW')
  })

  it('is an error if it consists of early hints only', async () => {
    const raw = await listen(
      createRawServer((socket) => {
        const timer = setInterval(
          () =>
            socket.write(
              'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100),
            ),
          1,
        )
        socket
          .on('error', () => undefined)
          .on('close', () => clearInterval(timer))
      }),
    )
    onTestFinished(raw.close)

    const answer = fetchText(`http://127.0.0.1:${raw.port}/`, { maxMs: 500 })

    expect(await answer.catch(errorCode)).toBe('TimeoutError')
  })
})

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)(
  'a decompression bomb in %s is read only up to the limit',
  async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(8 * megabyte))
    server.behave((_, response) =>
      response.writeHead(200, { 'Content-Encoding': encoding }).end(bomb),
    )

    const { status, text, brokenBy } = await fetchHere()

    expect(bomb.length).toBeLessThan(megabyte)
    expect(status).toBe(200)
    expect(errorCode(brokenBy)).toBe('QuotaExceededError')
    expect(text.length).toBeLessThanOrEqual(64 * kilobyte)
  },
)

it('a response that the time limit cuts off has its status', async () => {
  server.behave('drips')

  const { status, brokenBy } = await fetchHere({ maxMs: 700 })

  expect(status).toBe(200)
  expect(errorCode(brokenBy)).toBe('TimeoutError')
})

it('a response that breaks off has its status and text', async () => {
  server.behave((_, response) => {
    response.writeHead(400, { 'Content-Length': '100' }).write('half')
    response.socket?.end()
  })
  const { status, text, brokenBy } = await fetchHere()

  expect(status).toBe(400)
  expect(text).toBe('half')
  expect(errorCode(brokenBy)).toBe('UND_ERR_SOCKET')
})

it('an aborted signal prevents the request', async () => {
  const requests = server.received.length

  const aborted = fetchHere({ signal: AbortSignal.abort() })

  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.received).toHaveLength(requests)
})

it('aborting a signal ends the wait for a response', async () => {
  server.behave('hangs')
  const requests = server.received.length
  const controller = new AbortController()
  const waiting = fetchHere({ signal: controller.signal })
  await expect.poll(() => server.received.length).toBe(requests + 1)

  controller.abort()

  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

it('a response is decoded the same way however its bytes are split', async () => {
  const anyCut = asyncProperty(
    string({ unit: 'binary' }),
    integer({ min: 1, max: 5 }),
    async (text, size) => {
      const bytes = new TextEncoder().encode(text)
      const body = new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size)
            controller.enqueue(bytes.slice(at, at + size))
          controller.close()
        },
      })
      expect(await readUpTo(bytes.length, body)).toMatchObject({
        text: new TextDecoder().decode(bytes),
      })
    },
  )

  await holds(anyCut)
})
