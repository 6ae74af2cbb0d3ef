import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { changeEnvironment } from '@/lib/env'
import { fieldProblems, mediaType, readJson, readText } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { createRateLimit, takeAll } from '@/lib/http/rate-limit'
import { clientOf, idempotencyKeyOf, isCrossSite, namesItsOrigin } from '@/lib/http/request'

function post(body?: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost:3000/api/example', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
}

/** A body that comes in pieces, and breaks off after them where it has no end. */
function pieces(texts: string[], { breaksOff = false } = {}) {
  let at = 0
  const cancel = vi.fn()
  const encoder = new TextEncoder()
  const stream = new ReadableStream({
    pull(controller) {
      const text = texts[at++]
      if (text !== undefined) controller.enqueue(encoder.encode(text))
      else if (breaksOff) controller.error(new Error('gone'))
      else controller.close()
    },
    cancel,
  })
  return { request: post(stream), cancel }
}

describe('the body of a request', () => {
  it('is read up to its limit in bytes, and no further', async () => {
    expect(await readText(pieces(['abc', 'dé']).request, 6)).toBe('abcdé')
    const { request, cancel } = pieces(['abc', 'déf', 'never read', 'never read'])
    expect(await readText(request, 6)).toBeUndefined()
    expect(cancel).toHaveBeenCalled()
    expect(await readText(post(), 6)).toBe('')
  })

  it('is one text, even if a chunk ends inside a character', async () => {
    const bytes = new TextEncoder().encode('né')
    const torn = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, 2))
        controller.enqueue(bytes.slice(2))
        controller.close()
      },
    })
    expect(await readText(post(torn), 10)).toBe('né')
    // An unfinished character is replaced.
    expect(await readText(post(bytes.slice(0, 2)), 10)).toBe('n\uFFFD')
  })

  it('is undefined if it breaks off', async () => {
    expect(await readText(pieces(['abc'], { breaksOff: true }).request, 10)).toBeUndefined()
  })

  it.each([
    ['application/json', 'application/json'],
    ['Application/JSON ; charset=utf-8', 'application/json'],
    ['text/plain', 'text/plain'],
  ])('of the content type %s is %s', (header, type) => {
    expect(mediaType(post('{}', { 'Content-Type': header }))).toBe(type)
    expect(mediaType(post())).toBeUndefined()
  })

  it('is validated, and so is the default for an empty one', async () => {
    const schema = z.object({ reason: z.string({ error: 'required' }).nullable() })
    const json = { 'Content-Type': 'application/json' }
    const read = (body: string, whenEmpty?: object) => readJson(post(body, json), schema, 100, whenEmpty)
    expect(await read('{"reason":"x"}')).toEqual({ value: { reason: 'x' } })
    expect(await read('', { reason: null })).toEqual({ value: { reason: null } })
    expect((await readJson(post('{}', { 'Content-Type': 'text/plain' }), schema, 100)).problem?.status).toBe(415)
    expect((await readJson(post('{"reason":null}', json), schema, 5)).problem?.status).toBe(413)
    expect((await read('')).problem?.status).toBe(400)
    expect((await read('{', { reason: null })).problem?.status).toBe(400)
    expect((await read('{}')).problem?.status).toBe(422)
  })

  it('is refused with its codes by field, each once, and `body` for the whole', () => {
    const code = (path: string[], message: string) => ({ code: 'custom' as const, path, message, input: '' })
    const error = new z.ZodError([code(['a', 'b'], 'x'), code(['a', 'b'], 'x'), code(['a', 'b'], 'y'), code([], 'z')])
    expect(fieldProblems(error)).toEqual({ 'a.b': ['x', 'y'], body: ['z'] })
  })
})

describe('the origin of a request', () => {
  it.each<[Record<string, string>, boolean, boolean]>([
    [{}, false, false],
    [{ 'Sec-Fetch-Site': 'same-origin' }, false, true],
    [{ 'Sec-Fetch-Site': 'none' }, false, true],
    [{ 'Sec-Fetch-Site': 'same-site' }, true, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, true, true],
    [{ 'Sec-Fetch-Site': 'moon' }, true, true],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }, false, true],
    [{ Origin: 'http://localhost:3000' }, false, true],
    [{ Origin: 'https://second.example', Host: 'second.example' }, false, true],
    [{ Origin: 'https://second.example:444', Host: 'second.example' }, true, true],
    [{ Origin: 'https://evil.example', Host: 'localhost:3000' }, true, true],
    [{ Origin: 'null', Host: 'null' }, true, true],
  ])('with %j is another site: %s, and named: %s', (headers, crossSite, named) => {
    expect([isCrossSite(post('', headers)), namesItsOrigin(post('', headers))]).toEqual([crossSite, named])
  })

  it('is counted by network; clients without an address count as one', () => {
    expect(clientOf(post('', { 'X-Forwarded-For': '2001:db8:1:2:3::4' }))).toBe('2001:db8:1:2::')
    expect(clientOf(post())).toBe('unknown')
  })
})

it.each([
  ['a'.repeat(16), true],
  ['a'.repeat(128), true],
  ['a_-9'.repeat(8), true],
  ['a'.repeat(15), false],
  ['a'.repeat(129), false],
  [`${'a'.repeat(16)}:`, false],
  [`:${'a'.repeat(16)}`, false],
])('accepts %s as an idempotency key: %s', (key, isKey) => {
  expect(idempotencyKeyOf(post('', { 'Idempotency-Key': key }))).toBe(isKey ? key : undefined)
})

it('gives each request without a key another one', () => {
  const keys = [idempotencyKeyOf(post()), idempotencyKeyOf(post())]
  expect(keys[0]).toMatch(/^[\w-]{16,128}$/)
  expect(keys[0]).not.toBe(keys[1])
})

describe('a rate limit', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
    changeEnvironment({ LIMIT_CHAT_GLOBAL: undefined })
  })

  it('returns the whole seconds until its window ends, and counts each key apart', async () => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '2' })
    const limit = createRateLimit('LIMIT_CHAT_GLOBAL', 60, { counter: 'first' })
    expect([await limit.take('a'), await limit.take('a'), await limit.take('a')]).toEqual([0, 0, 60])
    expect(await limit.take('b')).toBe(0)
    vi.advanceTimersByTime(59_999)
    expect(await limit.take('a')).toBe(1)
    vi.advanceTimersByTime(2)
    expect(await limit.take('a')).toBe(0)
    // A clock that is set back begins a new window.
    vi.setSystemTime(Date.now() - 3_600_000)
    expect([await limit.take('a'), await limit.take('a'), await limit.take('a')]).toEqual([0, 0, 60])
  })

  it('answers for the first of several that is reached; the ones after it count nothing', async () => {
    changeEnvironment({ LIMIT_CHAT_GLOBAL: '1' })
    const first = createRateLimit('LIMIT_CHAT_GLOBAL', 60)
    const second = createRateLimit('LIMIT_CHAT_GLOBAL', 3600, { factor: 2 })
    const take = () => takeAll([first, 'a'], [second, 'b'])
    expect(await take()).toBe(0)
    expect(await take()).toBe(60)
    expect([await second.take('b'), await second.take('b')]).toEqual([0, 3600])
    expect(await takeAll([first, 'c'], [second, 'b'])).toBe(3600)
  })
})

it('answers a problem with its status, its code and the headers that belong to it', async () => {
  const answerOf = async (response: Response) => ({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    authenticate: response.headers.get('www-authenticate'),
    body: await response.json(),
  })
  const plain = { retryAfter: null, authenticate: null }
  expect(await answerOf(problem('malformed'))).toEqual({
    ...plain,
    status: 400,
    body: { error: { code: 'malformed' } },
  })
  const unavailable = { status: 503, retryAfter: '5', body: { error: { code: 'unavailable' } } }
  expect(await answerOf(problem('unavailable'))).toMatchObject(unavailable)
  expect(await answerOf(problem('unavailable', { retryAfterSeconds: 9 }))).toMatchObject({ retryAfter: '9' })
  expect(await answerOf(problem('rate_limited', { retryAfterSeconds: 0 }))).toMatchObject({ retryAfter: '0' })
  expect(await answerOf(problem('unauthorized'))).toMatchObject({ ...plain, authenticate: 'Bearer' })
  const fields = { name: ['required'] }
  expect((await answerOf(problem('invalid_fields', { fields }))).body.error).toEqual({ code: 'invalid_fields', fields })
})
