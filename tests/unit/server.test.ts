// Tests the HTTP server in front of Next without a build: which requests reach
// a handler, and when a connection ends.
import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { createBoundedServer } from '@/lib/server/limits'
import { normalizeTarget, pathOf } from '@/lib/server/request'
import { filterRequest } from '@/lib/server/request-filter'
import { watchRequest } from '@/lib/server/request-log'
import { createResource, sendResource } from '@/lib/server/resource'
import { answerFailure } from '@/lib/server/unexpected-errors'
import { portOf, requestRaw } from '../support/ask'
import {
  exchange,
  readAll,
  uploadEndlessly,
} from '../support/misbehaving-clients'

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const { feed, none } = cachePolicies
const uncached =
  /^HTTP\/1\.1 (308|404) (.*\r\n)*Cache-Control: no-store\r\n|^HTTP\/1\.1 400 /

const answerOk: RequestListener = (_, response) => response.end('ok')

/**
 * Starts a server with our limits and filter; `seen` has the requests that
 * reach the handler.
 */
async function serve(handle: RequestListener = answerOk) {
  const seen: IncomingMessage[] = []
  const server = createBoundedServer((request, response, isNormal) => {
    watchRequest(request, response)
    if (filterRequest(request, response, isNormal)) return
    seen.push(request)
    handle(request, response)
  })
  const port = await portOf(server)
  closers.push(() => server.close().closeAllConnections())
  return { port, server, seen }
}

const end = 'Host: localhost\r\nConnection: close\r\n\r\n'

describe('the request target', () => {
  it.each([
    ['/', '/'],
    ['/fr/contact?x=/../', '/fr/contact?x=/../'],
    ["/'", "/'"],
    ['*', '*'],
    ['site.example:443', 'site.example:443'],
    ['//contact//?a=//', '/contact?a=//'],
    ['/.//elsewhere.example', '/elsewhere.example'],
    ['/fr/%2e/x/../attestations', '/fr/attestations'],
    ['/_next/static/.%2E/%2e./api/internal/reports', '/api/internal/reports'],
    ['/_next/static\\..\\..\\api/email', '/api/email'],
    ['/_next/static/..%2f..%5capi', '/_next/static/..%2f..%5capi'],
    ['/%61pi/100%', '/%61pi/100%'],
    ['/contact#/../api/email', '/contact'],
    ['http://site.example', '/'],
    ['HTTPS://site.example:8443/fr/../contact?a', '/contact?a'],
    ['http://site.example?a=1', '/?a=1'],
  ])('%s becomes %s', (url, normalized) => {
    const request = { url, headers: {} } as IncomingMessage
    const [first, second] = [normalizeTarget(request), normalizeTarget(request)]

    expect(request.url).toBe(normalized)
    expect(second).toBe(true)
    if (!url.includes(':')) expect(first).toBe(url === normalized)
  })

  const separators = '/ / / // \\ . .. %2e .%2E %2f %5C % %25 %00 ; # ? é'
  const names =
    '_next static api %61pi internal reports operator leads.csv fr contact readyz'
  const piece = fc.constantFrom(...separators.split(' '), ...names.split(' '))
  const targets = fc
    .array(piece, { maxLength: 12 })
    .map((pieces) => `/${pieces.join('')}`)

  it('is the same for the handler, the log and the cache policy', async () => {
    vi.spyOn(log, 'isLevelEnabled').mockReturnValue(true)
    const logged = [vi.spyOn(log, 'info'), vi.spyOn(log, 'debug')]
    const { port, seen } = await serve()
    const agree = async (target: string) => {
      seen.length = 0
      for (const spy of logged) spy.mockClear()
      const { answer } = await exchange(
        port,
        `GET ${target} HTTP/1.1\r\n${end}`,
      )
      const [request] = seen
      if (!request) return void expect(answer).toMatch(uncached)
      const { pathname } = new URL(target, 'http://localhost')
      const lines = logged.flatMap(({ mock }) =>
        mock.calls.map(([line]) => line),
      )
      expect(request.url).toEqual(target)
      expect(pathOf(request)).toEqual(pathname)
      expect(lines).toEqual([expect.objectContaining({ path: pathname })])
      if (/^\/(api\/|readyz$)/.test(pathname))
        expect(cachePolicyOf(pathname, 200, feed)).toBe(none)
    }

    await fc.assert(fc.asyncProperty(targets, agree), { numRuns: 400 })
  })

  it('may have the absolute form, whose host replaces Host', async () => {
    const { port, seen } = await serve()
    const { answer } = await exchange(
      port,
      `GET http://site.example:81/fr/contact?a=1 HTTP/1.1\r\n${end}`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(seen.map(({ url, headers: { host } }) => [url, host])).toEqual([
      ['/fr/contact?a=1', 'site.example:81'],
    ])
  })

  it.each([
    'http://name:word@site.example/',
    'http://a%20b/',
    'ftp://site.example/',
    'http:///contact',
    'site.example',
  ])('%s is refused', async (target) => {
    const { port, seen } = await serve()
    const { answer, closedAfterMs } = await exchange(
      port,
      `GET ${target} HTTP/1.1\r\n${end}`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(closedAfterMs).toBeDefined()
    expect(seen).toEqual([])
  })

  it('may be an asterisk for OPTIONS', async () => {
    const { port } = await serve()
    const { answer } = await exchange(port, `OPTIONS * HTTP/1.1\r\n${end}`)
    expect(answer).toMatch(/^HTTP\/1\.1 204 No Content\r\n/)
  })
})

describe('a protocol upgrade', () => {
  const offers = {
    h2c: 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    websocket:
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13',
    'an unnamed protocol': 'Connection: upgrade\r\nUpgrade:',
  }

  it.each(Object.entries(offers))(
    'to %s is ignored without harm to the body or connection',
    async (_, offer) => {
      const bodies: string[] = []
      const { port, seen } = await serve((request, response) => {
        let body = ''
        request.on('data', (chunk) => {
          body += chunk
        })
        request.once('end', () => response.end(`${bodies.push(body)}\n`))
      })
      const socket = connect(port, '127.0.0.1')
      const answers = readAll(socket)
      socket.write(
        `POST /api/contact HTTP/1.1\r\nHost: localhost\r\n${offer}\r\nContent-Length: 2\r\n\r\n{}`,
      )
      await once(socket, 'data')
      socket.write(`GET http://127.0.0.1:1/ HTTP/1.1\r\n${offer}\r\n${end}`)
      expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
      ])
      expect(bodies).toEqual(['{}', ''])

      for (const { headers } of seen)
        expect(Object.keys(headers)).not.toContain('upgrade')
    },
  )

  it('that asks for a tunnel to another server is refused', async () => {
    const { port, seen } = await serve()
    const { answer, closedAfterMs } = await exchange(
      port,
      'CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n',
    )

    expect(answer).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/)
    expect(closedAfterMs).toBeDefined()
    expect(seen).toEqual([])
  })
})

const postJson =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

describe('a request body', () => {
  it.each([
    ['Transfer-Encoding: gzip, chunked', 501],
    ['Transfer-Encoding: identity', 501],
    ['Content-Length: 2\r\nContent-Encoding: gzip', 415],
    ['Content-Length: 2\r\nContent-Encoding: Identity', 200],
    ['Transfer-Encoding: Chunked', 200],
  ])('with %j gets the status %i', async (coding, status) => {
    const { port, seen } = await serve()
    const body = coding.includes('Transfer') ? '2\r\n{}\r\n0\r\n\r\n' : '{}'
    const { answer } = await exchange(
      port,
      `${postJson}Connection: close\r\n${coding}\r\n\r\n${body}`,
    )
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(seen).toHaveLength(status === 200 ? 1 : 0)

    if (status === 415)
      expect(answer).toContain('\r\nAccept-Encoding: identity\r\n')
  })

  it('is refused if it has a transfer coding in HTTP/1.0', async () => {
    const { port } = await serve()
    const chunked = `${postJson.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
    expect((await exchange(port, chunked)).answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each([
    ['/api/contact', /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /],
    ['/api/nothing', /^HTTP\/1\.1 404 /],
    ['/contact', /^HTTP\/1\.1 405 /],
  ])(
    'gets 100 Continue at %s unless the filter refuses the request',
    async (path, expected) => {
      const { port } = await serve((request, response) =>
        request.resume().once('end', () => response.end('ok')),
      )
      const socket = connect(port, '127.0.0.1')
      const answer = readAll(socket)
      socket.write(
        `POST ${path} HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n${end}`,
      )
      await once(socket, 'data')
      socket.write('{}')

      expect(await answer).toMatch(expected)
    },
  )

  const refusals: [by: string, path: string, handle: RequestListener][] = [
    ['the filter', '/contact', answerOk],
    [
      'a handler that reads nothing',
      '/api/attestations/files',
      (_, response) => response.writeHead(401).end('no'),
    ],
    [
      'a handler that reads a part',
      '/api/attestations/files',
      (request, response) => {
        request.once('data', () => {
          response.writeHead(413).end('no')
          request.destroy()
        })
      },
    ],
  ]

  it.each(refusals)(
    'that continues after a response from %s is cut off',
    async (_, path, handle) => {
      const { port, server } = await serve(handle)
      const accepted = once(server, 'connection')

      const { answer } = await uploadEndlessly(port, path)

      const [{ bytesRead }] = await accepted
      expect(answer).toMatch(/^HTTP\/1\.1 4(.*\r\n)+Connection: close\r\n/)
      expect(bytesRead).toBeLessThan(2_000_000)
    },
  )

  it('leaves the connection open once it is read to the end', async () => {
    const { port } = await serve((request, response) =>
      request.resume().once('end', () => response.end('ok')),
    )
    const message = `${postJson}Content-Length: 2\r\n\r\n{}`
    const { answer } = await exchange(
      port,
      `${message}${message}GET / HTTP/1.1\r\n${end}`,
    )

    expect(answer.match(/^Connection: .*$/gm)).toEqual([
      'Connection: keep-alive',
      'Connection: keep-alive',
      'Connection: close',
    ])
  })
})

describe('the headers of a request', () => {
  const cookies = Array.from(
    { length: 4 },
    (_, at) => `session-${at}=${'x'.repeat(3_800)}`,
  ).join('; ')

  it('may have 15 KiB of cookies', async () => {
    const { port } = await serve()

    const { status } = await requestRaw(port, '/', { Cookie: cookies })

    expect(status).toBe(200)
  })

  it('are refused if they are larger', async () => {
    const { port } = await serve()

    const { answer } = await exchange(
      port,
      `GET / HTTP/1.1\r\nCookie: ${cookies}${'x'.repeat(2_000)}\r\n${end}`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('a response from memory', () => {
  const buffer = Buffer.from('ok')
  const resource = createResource(
    { identity: buffer, br: buffer, gzip: buffer },
    { 'Content-Type': 'text/plain' },
  )
  const plain = createResource(
    { identity: buffer },
    { 'Content-Type': 'text/plain' },
  )

  it.each([
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['BR ; Q=0.001', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['identity, gzip;q=0.5', 'identity'],
    ['x-br, vnd.gzip, brotli', 'identity'],
  ])(
    'matches Accept-Encoding “%s” with the encoding %s',
    async (accepted, encoding) => {
      const { port } = await serve((request, response) => {
        sendResource(
          request,
          response,
          200,
          request.url === '/plain' ? plain : resource,
        )
      })
      const { headers } = await requestRaw(port, '/', {
        'Accept-Encoding': accepted,
      })

      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(
        (await requestRaw(port, '/plain', { 'Accept-Encoding': accepted }))
          .headers['content-encoding'],
      ).toBeUndefined()
    },
  )

  it('has status 304 only if If-None-Match lists its exact tag', async () => {
    const { port } = await serve((request, response) =>
      sendResource(request, response, 200, plain),
    )
    const tag = String(plain.identity.whole.ETag)
    const statusFor = async (tags: string) =>
      (await requestRaw(port, '/', { 'If-None-Match': tags })).status

    for (const tags of [tag, `W/${tag}`, `"a,b" , ${tag}`, `${tag},"x"`, '*'])
      expect(await statusFor(tags), tags).toBe(304)
    for (const tags of [
      '"*"',
      '"a,*,b"',
      `"a, ${tag.slice(1)}`,
      tag.slice(1, -1),
    ])
      expect(await statusFor(tags), tags).toBe(200)
  })
})

describe('a server error', () => {
  it('is answered with 500, logged and counted', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const counted = vi.spyOn(metrics.unexpectedErrors, 'inc')
    const { port } = await serve((request, response) =>
      answerFailure(new TypeError('no page'), request, response),
    )

    const { status, headers } = await requestRaw(port, '/')

    expect(status).toBe(500)
    expect(headers['cache-control']).toBe('no-store')
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ error: 'TypeError' }),
      'a request could not be answered',
    )
    expect(counted).toHaveBeenCalledWith({ kind: 'request' })
    vi.restoreAllMocks()
  })

  it('cuts off a response that has begun', async () => {
    vi.spyOn(log, 'error').mockReturnValue(undefined)
    const { port } = await serve((request, response) => {
      response.writeHead(200, { 'Content-Length': 10 })
      response.write('half')
      answerFailure(new Error('lost'), request, response)
    })

    await expect(requestRaw(port, '/')).rejects.toThrow()
    vi.restoreAllMocks()
  })
})
