// Tests how the API's handlers treat bodies, problems, clients and limits, and
// what the server refuses or removes before them.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { notFound, redirect } from 'next/navigation'
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import { z } from 'zod'
import { hourMs } from '@/lib/durations'
import { changeEnvironment } from '@/lib/env'
import { type ApiTable, apiTable, findApiAddress } from '@/lib/http/api-table'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import {
  type FieldProblems,
  fieldProblems,
  problemResponse,
  readJsonBody,
  readTextBody,
  routeHandler,
} from '@/lib/http/handler'
import { createRateLimit } from '@/lib/http/rate-limit'
import {
  clientOf,
  idempotencyKeyOf,
  isCrossSite,
  limitKeysOf,
  networkOf,
} from '@/lib/http/request'
import { log } from '@/lib/log'
import { proxyMismatch } from '@/lib/process-state'
import { createBoundedServer } from '@/lib/server/limits'
import { clientAddress } from '@/lib/server/request-filter'
import { withRequestFilter } from '@/scripts/development'
import { exportedMethods, routeFileOf, routeFiles } from '../support/api'
import { portOf, requestRaw } from '../support/ask'
import { withoutTable } from '../support/database'

function postRequest(
  body?: BodyInit,
  headers: Record<string, string> = {},
): Request {
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  return new Request('http://localhost:3000/api/contact', init)
}

describe('a request body', () => {
  /**
   * Returns a request whose body arrives in pieces and, if `breaksOff`, ends
   * with an error.
   */
  function pieces(texts: string[], { breaksOff = false } = {}) {
    const left = texts.map((text) => Buffer.from(text, 'latin1'))
    const stream = new ReadableStream({
      pull(controller) {
        const piece = left.shift()
        if (piece) controller.enqueue(piece)
        else if (breaksOff) controller.error(new Error('gone'))
        else controller.close()
      },
    })
    return postRequest(stream)
  }

  it('is decoded as one text across chunks', async () => {
    expect(await readTextBody(pieces(['n\xc3', '\xa9abc']), 6)).toEqual({
      text: 'néabc',
    })
    expect(await readTextBody(postRequest(), 6)).toEqual({ text: '' })
  })

  it('is read up to its limit or until it breaks off', async () => {
    expect(await readTextBody(pieces(['abc', 'def\xc3\xa9']), 7)).toEqual({
      text: 'abcdef',
      refusal: 'too_large',
    })
    expect(
      await readTextBody(pieces(['abc'], { breaksOff: true }), 10),
    ).toEqual({
      text: 'abc',
      refusal: 'too_large',
    })
  })

  it.each(['n\xe9', 'n\xc3', 'n\xf0\x9f\x98', '\xff\xfen\0', '\xed\xa0\x80'])(
    'is malformed if its bytes are not UTF-8: %j',
    async (bytes) => {
      expect(await readTextBody(pieces([bytes]), 10)).toMatchObject({
        refusal: 'malformed',
      })
    },
  )

  it('may contain the character that replaces invalid bytes', async () => {
    expect(await readTextBody(pieces(['\xef\xbf\xbd']), 10)).toEqual({
      text: '\uFFFD',
    })
  })

  it.each([
    ['utf-8', undefined],
    ['UTF8', undefined],
    ['"UTF-8"', undefined],
    ['us-ascii', undefined],
    ['iso-8859-1', 'wrong_type'],
    ['"windows-1252"; x=y', 'wrong_type'],
    ['utf-16', 'wrong_type'],
  ])('in the charset %s has the refusal %s', async (charset, refusal) => {
    const type = { 'Content-Type': `text/plain; Charset=${charset}` }

    expect(await readTextBody(postRequest('a', type), 6)).toEqual({
      text: 'a',
      refusal,
    })
  })

  const readReason = (body: string, whenEmpty?: object) =>
    readJsonBody(
      postRequest(body, { 'Content-Type': 'application/json' }),
      z.object({ reason: z.string({ error: 'required' }).nullable() }),
      whenEmpty,
    )

  // security-matrix.test.ts covers types and sizes, and that the rest of a body
  // is not read.
  it('is not replaced by the default if it is not empty', async () => {
    const whenEmpty = { reason: null }

    const read = await readReason('{"reason":"x"}', whenEmpty)

    expect(read).toEqual({ value: { reason: 'x' } })
  })

  it('is replaced by the default if it is empty', async () => {
    const read = await readReason('', { reason: null })

    expect(read).toEqual({ value: { reason: null } })
  })

  it.each<[string, { body: string; whenEmpty?: object; status: number }]>([
    ['an empty body', { body: '', status: 400 }],
    [
      'a body that is not JSON',
      { body: '{', whenEmpty: { reason: null }, status: 400 },
    ],
    ['an invalid default', { body: '', whenEmpty: {}, status: 422 }],
  ])('is refused for %s', async (_, { body, whenEmpty, status }) => {
    const { problem } = await readReason(body, whenEmpty)

    expect(problem?.status).toBe(status)
  })

  it('has each error code reported once per field', () => {
    const code = (path: string[], message: string) => ({
      code: 'custom' as const,
      path,
      message,
      input: '',
    })
    const error = new z.ZodError([
      code(['a', 'b'], 'x'),
      code(['a', 'b'], 'x'),
      code(['a', 'b'], 'y'),
      code([], 'z'),
    ])

    expect(fieldProblems(error)).toEqual({ 'a.b': ['x', 'y'], body: ['z'] })
  })
})

describe('a route handler', () => {
  const fails = (error: Error) => async () => {
    throw error
  }

  async function responseOf(handle: () => Promise<Response>) {
    const response = await routeHandler(handle)(postRequest())
    const { error } = await response.json()
    return {
      status: response.status,
      caching: response.headers.get('cache-control'),
      code: error?.code,
    }
  }

  it.each([
    ['a redirect', () => redirect('/elsewhere'), 'NEXT_REDIRECT'],
    ['notFound()', () => notFound(), '404'],
  ])('leaves %s to Next', async (_, interrupt, thrown) => {
    const error = vi.spyOn(log, 'error')

    await expect(responseOf(async () => interrupt())).rejects.toThrow(thrown)

    expect(error).not.toHaveBeenCalled()
  })

  it('adds no-store to a response without Cache-Control', async () => {
    const response = await responseOf(async () => Response.json({}))

    expect(response).toEqual({ status: 200, caching: 'no-store' })
  })

  it('keeps the Cache-Control of a response', async () => {
    const headers = { 'Cache-Control': 'public, max-age=60' }

    const { caching } = await responseOf(async () =>
      Response.json({}, { headers }),
    )

    expect(caching).toBe('public, max-age=60')
  })

  it('reports an unknown error as internal', async () => {
    vi.spyOn(log, 'error')

    const response = await responseOf(fails(new TypeError('secret')))

    expect(response).toEqual({
      status: 500,
      caching: 'no-store',
      code: 'internal',
    })
  })

  it('logs the stack of an unknown error without its message', async () => {
    const error = vi.spyOn(log, 'error')
    const message = 'amelie@banque.example\nlooked at something'

    await responseOf(fails(new TypeError(message)))

    const [{ path, error: name, stack = [] }] = error.mock
      .lastCall as unknown as [Record<string, string[]>]
    expect({ path, name }).toEqual({ path: '/api/contact', name: 'TypeError' })
    expect(stack.length).toBeGreaterThan(0)
    expect(stack.filter((line) => !/^ +at /.test(line))).toEqual([])
  })

  it('logs an unknown error that has no stack', async () => {
    const error = vi.spyOn(log, 'error')

    await responseOf(
      fails(Object.assign(new Error('secret'), { stack: undefined })),
    )

    expect(error.mock.lastCall?.[0]).toMatchObject({ stack: undefined })
  })

  it.each([
    ['malformed', 400],
    ['unauthorized', 401],
    ['rate_limited', 429],
    ['unavailable', 503],
  ] as const)(
    'returns the problem %s with the status %i',
    async (code, status) => {
      const response = problemResponse(code)

      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ error: { code } })
    },
  )

  it('names the invalid fields of a request', async () => {
    const fields: FieldProblems = { name: ['required'] }

    const response = problemResponse('invalid_fields', { fields })

    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      error: { code: 'invalid_fields', fields },
    })
  })

  const retryAfter = (...problem: Parameters<typeof problemResponse>) =>
    problemResponse(...problem).headers.get('retry-after')

  it('asks to retry after five seconds if it is unavailable', () => {
    expect(retryAfter('unavailable')).toBe('5')
  })

  it.each([0, 9])('asks to retry after %i seconds', (retryAfterSeconds) => {
    expect(retryAfter('rate_limited', { retryAfterSeconds })).toBe(
      String(retryAfterSeconds),
    )
    expect(retryAfter('unavailable', { retryAfterSeconds })).toBe(
      String(retryAfterSeconds),
    )
  })

  it('does not ask to retry a malformed request', () => {
    expect(retryAfter('malformed')).toBeNull()
  })

  it('asks for a key only if a request is unauthorized', () => {
    const asked = (['unauthorized', 'malformed'] as const).map((code) =>
      problemResponse(code).headers.get('www-authenticate'),
    )

    expect(asked).toEqual(['Bearer', null])
  })
})

// security-matrix.test.ts covers other origins and Sec-Fetch-Site.
const isFromOtherSite = (origin: string) =>
  isCrossSite(postRequest('', { Origin: origin, Host: 'second.example' }))

it('a request whose Origin matches its Host is not cross-site', () => {
  expect(isFromOtherSite('https://second.example')).toBe(false)
})

it('a request from another port of its host is cross-site', () => {
  expect(isFromOtherSite('https://second.example:444')).toBe(true)
})

const readKey = (key: string) =>
  idempotencyKeyOf(postRequest('', { 'Idempotency-Key': key }))

it.each(['a'.repeat(16), 'a'.repeat(128), 'a_-9'.repeat(8)])(
  'the idempotency key %s is valid',
  (key) => {
    expect(readKey(key)).toBe(key)
  },
)

it.each([
  'a'.repeat(15),
  'a'.repeat(129),
  `${'a'.repeat(16)}:`,
  `:${'a'.repeat(16)}`,
])('the idempotency key %s is invalid', (key) => {
  expect(readKey(key)).toBeUndefined()
})

// Structured header fields quote strings (RFC 9651).
it('an idempotency key may be in quotation marks', () => {
  expect(readKey(`"${'a'.repeat(16)}"`)).toBe('a'.repeat(16))
})

it('a missing idempotency key is generated', () => {
  expect(idempotencyKeyOf(postRequest())).toMatch(/^[\w-]{16,128}$/)
  expect(idempotencyKeyOf(postRequest())).not.toBe(
    idempotencyKeyOf(postRequest()),
  )
})

describe('a rate limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: undefined })
  })

  /** Returns a limit of two requests, which the key `a` has used up. */
  async function takeAll(counter: string) {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '2' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', { counter })
    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(60)
    return limit
  }

  it('returns whole seconds until its window ends', async () => {
    const limit = await takeAll('seconds')

    vi.advanceTimersByTime(59_999)
    expect(await limit.take('a')).toBe(1)
    vi.advanceTimersByTime(2)
    expect(await limit.take('a')).toBe(0)
  })

  it('counts each key separately', async () => {
    const limit = await takeAll('keys')

    expect(await limit.take('b')).toBe(0)
  })

  it('begins a new window if the clock is set back', async () => {
    const limit = await takeAll('clock')

    vi.setSystemTime(Date.now() - hourMs)

    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(60)
  })

  /** Takes two requests, the limit per client, from each of these networks. */
  async function takeTwiceFrom(...networks: string[]) {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '2' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', {
      counter: randomUUID(),
    })
    const takeTwice = async (network: string) => [
      await limit.take(network),
      await limit.take(network),
    ]
    const waits = []
    for (const network of networks) waits.push(await takeTwice(network))
    return { limit, takeTwice, waits }
  }

  const inOne48 = ['2001:db8::', '2001:db8:0:1::', '2001:db8:0:2::']

  it('allows an IPv6 /48 the same number of requests as three clients', async () => {
    const { waits } = await takeTwiceFrom(...inOne48, '2001:db8:0:3::')

    expect(waits).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [60, 60],
    ])
  })

  it('does not limit another IPv6 /48', async () => {
    const { takeTwice } = await takeTwiceFrom(...inOne48)

    expect(await takeTwice('2001:db8:1::')).toEqual([0, 0])
  })

  it('counts a request that an IPv6 /48 was refused against no network', async () => {
    const refused = '2001:db8:0:3::'
    const { limit, takeTwice } = await takeTwiceFrom(...inOne48, refused)

    for (const network of inOne48.slice(0, 2)) {
      await limit.giveBack(network)
      await limit.giveBack(network)
    }

    expect(await takeTwice(refused)).toEqual([0, 0])
  })

  it('does not give a request back after its window has ended', async () => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '1' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', { counter: 'late' })
    await limit.take('a')
    vi.advanceTimersByTime(60_001)

    await limit.giveBack('a')

    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(60)
  })

  it('counts within the process while its database table is unavailable', async () => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '1' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', { counter: 'away' })

    const waits = await withoutTable('RateLimit', async () => [
      await limit.take('a'),
      await limit.take('a'),
    ])

    expect(waits).toEqual([0, 60])
  })

  it('gives back a request that it counted without its table', async () => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '1' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', { counter: 'returned' })
    await withoutTable('RateLimit', () => limit.take('a'))

    await limit.giveBack('a')

    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(60)
  })

  it('allows the configured number of requests times its factor', async () => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '1' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', {
      windowSeconds: 3600,
      factor: 2,
    })

    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(0)
    expect(await limit.take('a')).toBe(3600)
  })
})

describe('the address of a client', () => {
  afterEach(() => {
    changeEnvironment({ TRUSTED_PROXY_HOPS: undefined })
  })

  function addressBehind(
    hops: number,
    forwarded?: string,
    remoteAddress = '10.0.0.1',
    url = '/',
  ) {
    changeEnvironment({ TRUSTED_PROXY_HOPS: String(hops) })
    const request = {
      method: 'GET',
      url,
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    }
    return clientAddress(request as unknown as IncomingMessage)
  }

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50123', '203.0.113.7'],
    ['"203.0.113.7:50123"', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['64:ff9b:1:fffe::203.0.113.7', '203.0.113.7'],
    ['::ffff:0:203.0.113.7', '203.0.113.7'],
    ['2002:cb00:7107:1234::1', '203.0.113.7'],
    ['2001:0:c633:6409:8000:f227:34ff:8ef8', '203.0.113.7'],
    ['"[2001:db8::7]:50123"', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['[fe80::7%25eth0]:80', 'fe80::7'],
  ])('behind one proxy with the header %j is %s', (forwarded, address) => {
    const warn = vi.spyOn(log, 'warn')
    expect(addressBehind(1, forwarded)).toBe(address)
    expect(warn).not.toHaveBeenCalled()
  })

  const unusable = [
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.7:x',
    '[2001:db8::7',
    '0x7f.1',
    '300.1.1.1',
  ]

  it('causes one warning per minute about unusable headers, without them', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const warn = vi.spyOn(log, 'warn')
    for (const forwarded of unusable) addressBehind(1, forwarded)
    expect(warn).toHaveBeenCalledTimes(1)

    vi.advanceTimersByTime(60_001)
    addressBehind(1, 'unknown')

    expect(warn).toHaveBeenLastCalledWith(
      { times: unusable.length },
      expect.stringContaining('X-Forwarded-For'),
    )
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/unknown|hidden|203/)
  })

  it.each(unusable)(
    'is the proxy’s if the header ends with %s',
    (forwarded) => {
      expect(addressBehind(1, `192.0.2.1, ${forwarded}`)).toBe('10.0.0.1')
    },
  )

  it('is the socket’s, or the second-last hop behind two proxies', () => {
    for (const forwarded of [
      undefined,
      '',
      '203.0.113.7',
      '203.0.113.7:80',
      'unknown',
    ])
      expect(addressBehind(0, forwarded, '::ffff:198.51.100.9')).toBe(
        '198.51.100.9',
      )
    // Passes no address, because a closed socket has none.
    expect(addressBehind(0, '203.0.113.7', '')).toBe('')
    expect(addressBehind(2, '192.0.2.1, 203.0.113.7:1234, 10.0.0.2:443')).toBe(
      '203.0.113.7',
    )
  })

  const hundred = Array.from(
    { length: 100 },
    (_, index) => `192.0.2.${index}`,
  ).join()

  it.each([
    ['a proxy that adds no address', 1, undefined, '10.0.0.1', true],
    ['a proxy that hides the address', 1, 'unknown', '10.0.0.1', true],
    [
      'fewer proxies than the setting says',
      2,
      '203.0.113.7',
      '203.0.113.7',
      true,
    ],
    [
      'a second proxy that is not counted',
      1,
      '203.0.113.7, 10.0.0.2',
      '10.0.0.2',
      true,
    ],
    ['a proxy although none is trusted', 0, '203.0.113.7', '10.0.0.1', true],
    [
      'a hundred invented addresses',
      1,
      `${hundred}, 203.0.113.7`,
      '203.0.113.7',
      false,
    ],
    [
      'a visitor of the same private network',
      1,
      '192.168.1.5',
      '192.168.1.5',
      false,
    ],
    ['no proxy', 0, undefined, '10.0.0.1', false],
  ])(
    'with %s, reports a proxy mismatch if visitors would share one rate limit',
    (_, hops, forwarded, address, isDoubtful) => {
      proxyMismatch.at = Number.NEGATIVE_INFINITY
      vi.spyOn(log, 'warn')
      expect(addressBehind(hops, forwarded)).toBe(address)
      expect(Number.isFinite(proxyMismatch.at)).toBe(isDoubtful)
    },
  )

  it('reports no mismatch for a forged header or monitoring past the proxy', () => {
    proxyMismatch.at = Number.NEGATIVE_INFINITY
    addressBehind(0, '192.0.2.1', '203.0.113.7')
    addressBehind(1, undefined, '127.0.0.1', '/readyz')
    expect(Number.isFinite(proxyMismatch.at)).toBe(false)
  })

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['::1', '::'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7"', '203.0.113.7"'],
    ['[2001:db8::6]x', '[2001:db8::6]x'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
    expect(
      clientOf(postRequest('', { 'X-Forwarded-For': address.trim() })),
    ).toBe(network)
    expect(clientOf(postRequest())).toBe('unknown')
  })
})

describe('the rate limit keys', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), {
    minLength: 8,
    maxLength: 8,
  })
  // Generates global unicast addresses that contain no IPv4 address.
  const ipv6 = groups.map(([, ...rest]) =>
    [0x2a00, ...rest].map((group) => group.toString(16)),
  )
  const keysOf = (address: string[]) =>
    limitKeysOf(networkOf(address.join(':'))).map(({ key }) => key)

  const seed = 20261128

  it('of addresses in one /64 are the same', () => {
    const property = fc.property(ipv6, ipv6, (one, other) => {
      const neighbor = [...one.slice(0, 4), ...other.slice(4)]
      expect(keysOf(neighbor)).toEqual(keysOf(one))
    })
    fc.assert(property, { seed })
  })

  it('of addresses in one /48 include one that is the same', () => {
    const property = fc.property(ipv6, ipv6, (one, other) => {
      const colleague = [...one.slice(0, 3), ...other.slice(3)]
      expect(keysOf(colleague)[1]).toBe(keysOf(one)[1])
      expect(keysOf(colleague)[0] === keysOf(one)[0]).toBe(one[3] === other[3])
    })
    fc.assert(property, { seed })
  })

  it('of addresses in different /48s differ', () => {
    const property = fc.property(ipv6, ipv6, (one, other) => {
      expect(keysOf(other)[1] === keysOf(one)[1]).toBe(
        one.slice(0, 3).join() === other.slice(0, 3).join(),
      )
    })
    fc.assert(property, { seed })
  })

  it('include the /48 even if a prefix precedes the address', () => {
    const [one, other] = [
      'elsewhere 2001:db8:1:2::',
      'elsewhere 2001:db8:1:3::',
    ].map(limitKeysOf)
    expect(one?.[1]?.key).toBe('elsewhere 2001:db8:1::/48')
    expect(other?.[1]?.key).toBe('elsewhere 2001:db8:1::/48')
  })

  it('of an IPv4 address consist of a single key', () => {
    expect(limitKeysOf(networkOf('203.0.113.7'))).toEqual([
      { key: '203.0.113.7', clients: 1 },
    ])
  })
})

it('an IPv6 /48 may open the same number of connections as three clients', () => {
  changeEnvironment({ MAX_CONNECTIONS_PER_CLIENT: '2' })
  const server = createBoundedServer(() => undefined)
  const isOpen = (remoteAddress: string) => {
    const socket = Object.assign(new Duplex({ read: () => undefined }), {
      remoteAddress,
    })
    server.emit('connection', socket)
    return !socket.destroyed
  }
  const addresses = [
    '1::1',
    '1::2',
    '1::3',
    '2::1',
    '2::2',
    '3::1',
    '3::2',
    '4::1',
  ].map((end) => `2001:db8:0:${end}`)

  const opened = addresses.map(isOpen)

  expect(opened).toEqual([true, true, false, true, true, true, true, false])
  expect(isOpen('2001:db8:1::1')).toBe(true)
  changeEnvironment({ MAX_CONNECTIONS_PER_CLIENT: undefined })
})

describe('the API table', () => {
  const paths = Object.keys(apiTable) as (keyof ApiTable)[]
  const methodsOf = (path: string) => findApiAddress(path)?.methods

  it('lists exactly the route files and the methods that they export', async () => {
    expect([...new Set(paths.map(routeFileOf))].sort()).toEqual(routeFiles())
    for (const path of paths)
      expect(Object.keys(apiTable[path]).sort(), path).toEqual(
        (await exportedMethods(path)).sort(),
      )
  })

  it.each(paths)(
    'finds %s with or without a trailing slash, and no similar address',
    (path) => {
      const own = Object.keys(apiTable[path])
      const address = path.replace('{id}', 'cm1abc-DEF_9.x')
      expect(methodsOf(address)).toEqual(
        [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort(),
      )
      expect(methodsOf(`${address}/`)).toEqual(methodsOf(address))

      for (const other of [
        `${address}//`,
        `/x${address}`,
        `${address}%2f`,
        address.toUpperCase(),
        `${address}\n`,
      ])
        expect(methodsOf(other), other).toBeUndefined()
    },
  )

  it('rejects ids that are empty or have dot segments or encoding', () => {
    for (const id of [
      '..',
      '.',
      '%2e%2e',
      '%2e',
      '{id}',
      '[id]',
      'a%2fb',
      'a/b',
      'é',
      '../x',
    ])
      for (const path of [
        `/api/attestations/${id}`,
        `/api/attestations/${id}/restore`,
      ])
        expect(methodsOf(path), path).toBeUndefined()
    expect(methodsOf('/api/attestations//restore')).toBeUndefined()
  })

  it('matches a dot in a path literally', () => {
    expect(methodsOf('/api/openapiXjson')).toBeUndefined()
  })
})

const prerendered = 's-maxage=31536000'
const { feed } = cachePolicies
const script = '/_next/static/a.js'

it.each<
  [
    kept: keyof typeof cachePolicies,
    given: string,
    ...answers: [path: string, status: number][],
  ]
>([
  [
    'page',
    prerendered,
    ['/fr/contact', 200],
    ['/', 304],
    ['/no-such-page', 404],
    ['/robots.txt/a', 200],
  ],
  ['none', prerendered, ['/contact', 500], ['/contact', 503], [script, 404]],
  ['none', 'no-store', ['/attestations', 200]],
  ['asset', '', [script, 200], [script, 304]],
  ['file', '', ['/icon.svg', 200], ['/icon.svg', 304]],
  ['file', prerendered, ['/robots.txt', 200]],
  ['feed', feed, ['/attestations.atom', 200]],
  ['redirect', '', ['/gold-us', 308], ['/gold-us', 301]],
  [
    'none',
    '',
    [script, 300],
    ['/icons/none.png', 404],
    ['/gold-us', 307],
    ['/api/contact', 308],
    ['/', 300],
  ],
  ['none', feed, ['/tlh/attestations.atom', 404], ['/api/attestations', 200]],
])(
  'the cache policy “%s” replaces Next’s “%s”, depending on path and status',
  (kept, given, ...answers) => {
    for (const [path, status] of answers)
      expect(cachePolicyOf(path, status, given), `${path} ${status}`).toBe(
        cachePolicies[kept],
      )
  },
)

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

    if (status >= 400)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    if (status === 405)
      expect(answer.headers.allow).toBe(
        findApiAddress(path)?.methods.join(', ') ?? 'GET, HEAD, OPTIONS',
      )
  },
)
