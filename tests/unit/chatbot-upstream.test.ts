import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { chatMessage, chatRequest } from '../support/chatbot'
import {
  type BehaviorName,
  behaviors,
  goodAnswer,
  startUpstream,
} from '../support/upstream'

let upstream: Awaited<ReturnType<typeof startUpstream>>

beforeEach(async () => {
  upstream = await startUpstream()
  vi.stubEnv('CHATBOT_URL', upstream.base)
  vi.resetModules() // gives each test its own breaker and status
})

afterEach(async () => {
  await upstream.stop()
})

async function askAssistant(
  message = 'Hello',
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) {
  const { POST } = await import('@/app/api/chatbot/chat/route')
  return POST(chatRequest(chatMessage(message), headers, signal))
}

async function readStatus() {
  const { GET } = await import('@/app/api/chatbot/status/route')
  const response = await GET(
    new Request('http://localhost:3000/api/chatbot/status'),
  )
  return response.json()
}

const slow: BehaviorName[] = ['hangs', 'drips']
const errors = (Object.keys(behaviors) as BehaviorName[]).filter(
  (name) => ![...slow, 'good'].includes(name),
)

describe('the assistant’s upstream', () => {
  it('gives the answer', async () => {
    const response = await askAssistant('What are the fees?')

    expect(await response.json()).toEqual({ ...goodAnswer, sources: [] })
  })

  it('receives the visitor’s message and language', async () => {
    await askAssistant('What are the fees?')

    const [{ method, url, body = '' } = {}] = upstream.received
    expect({ method, url }).toEqual({
      method: 'POST',
      url: '/api/chatbot/chat',
    })
    expect(JSON.parse(body)).toMatchObject({
      message: 'What are the fees?',
      language: 'en',
    })
  })

  it('receives no headers of the visitor’s browser', async () => {
    const ofVisitor = {
      Cookie: 'a=b',
      'User-Agent': 'Visitor/1',
      Origin: 'http://localhost:3000',
      Referer: 'http://localhost:3000/fr',
      'X-Forwarded-For': '203.0.113.7',
    }

    await askAssistant('What are the fees?', ofVisitor)

    const [{ headers = {} } = {}] = upstream.received
    expect(headers.host).toBe(new URL(upstream.base).host)
    expect(JSON.stringify(headers)).not.toMatch(
      /a=b|visitor|localhost:3000|203\.0|cookie|origin|referer|forwarded/i,
    )
  })

  it.each(errors)('that %s causes a 502', async (name) => {
    upstream.behave(name)

    const response = await askAssistant()

    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ error: { code: 'bad_gateway' } })
  })

  it.each(errors)('that %s does not affect the next answer', async (name) => {
    upstream.behave(name)
    await askAssistant()
    upstream.behave('good')

    const response = await askAssistant()

    expect(response.status).toBe(200)
  })

  it.each<[string, (response: ServerResponse, typed: string) => void]>([
    [
      'broken JSON',
      (response, typed) =>
        response
          .setHeader('Content-Type', 'application/json')
          .end(`{"response": ${typed}`),
    ],
    [
      'another type',
      (response, typed) =>
        response.setHeader('Content-Type', `text/${typed}`).end(typed),
    ],
    [
      'a status text',
      (response, typed) =>
        response.writeHead(500, typed, { Location: `/${typed}` }).end(typed),
    ],
    [
      'a key',
      (response, typed) =>
        response
          .setHeader('Content-Type', 'application/json')
          .end(`{"${typed}": 1}`),
    ],
    [
      'something other than HTTP',
      (response, typed) => response.socket?.end(`HTTP/9 ${typed}\r\n\r\n`),
    ],
  ])(
    'that echoes a message as %s leaves no trace of it in the log',
    async (_, answer) => {
      const { log } = await import('@/lib/log')
      const warned = vi.spyOn(log, 'warn')
      upstream.behave((_, response) => answer(response, 'marker-of-a-visitor'))

      expect((await askAssistant('marker-of-a-visitor')).status).toBe(502)
      expect(warned).toHaveBeenCalledTimes(1)
      expect(JSON.stringify(warned.mock.calls)).not.toContain('marker')
    },
  )

  it.each(slow)('that %s times out after 15 s', async (name) => {
    upstream.behave(name)
    await import('@/app/api/chatbot/chat/route')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let response: Response | undefined
    const asked = askAssistant().then((answer) => {
      response = answer
    })
    await expect.poll(() => upstream.received.length).toBe(1)

    await vi.advanceTimersByTimeAsync(14_000)
    const early = response
    await vi.advanceTimersByTimeAsync(1_100)
    await asked

    expect(early).toBeUndefined()
    expect(response?.status).toBe(502)
  })

  /** Makes the upstream fail until its circuit breaker opens. */
  async function failOften() {
    vi.useFakeTimers({ toFake: ['performance'] })
    upstream.behave('answers 500')
    for (let count = 0; count < 5; count++) await askAssistant()
  }

  function expectRequests(count: number) {
    return vi.waitFor(() => expect(upstream.received).toHaveLength(count))
  }

  /** Skips the pause, and has a visitor retry an upstream that hangs. */
  async function retryWithoutAnswer() {
    await failOften()
    vi.advanceTimersByTime(10_001)
    upstream.behave('hangs')
    const visitor = new AbortController()
    const trial = askAssistant('Hello', {}, visitor.signal)
    await expectRequests(6)
    return { visitor, trial }
  }

  it('is skipped after five errors', async () => {
    await failOften()

    const refused = await askAssistant()

    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(upstream.received).toHaveLength(5)
  })

  it('is asked again 10 s after five errors', async () => {
    await failOften()
    upstream.behave('good')

    vi.advanceTimersByTime(10_001)
    const answers = [await askAssistant(), await askAssistant()]

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it('is retried by one visitor at a time while it fails', async () => {
    const { visitor, trial } = await retryWithoutAnswer()

    const second = await askAssistant()
    visitor.abort()
    await trial

    expect(second.status).toBe(503)
  })

  it('is tried again if the first visitor leaves while waiting', async () => {
    const { visitor, trial } = await retryWithoutAnswer()
    visitor.abort()
    await trial
    await expect.poll(() => upstream.received[5]?.ended).toBe(true)
    upstream.behave('answers 500')

    const [tried, refused] = [await askAssistant(), await askAssistant()]

    expect(tried.status).toBe(502)
    expect(refused.status).toBe(503)
  })

  it.each([
    ['shop.halcrest.example/gold', 'shop.halcrest.example/gold'],
    ['https://prices.halcrest.example/', 'prices.halcrest.example/'],
    ['evil.example/shop.halcrest.example', null],
    ['https://shop.halcrest.example.evil.example/', null],
    ['https://user:word@shop.halcrest.example/', null],
    ['http://shop.halcrest.example/', null],
    ['//evil.example', null],
    ['shop.halcrest.example:8443/', null],
    ['', null],
  ])(
    'may redirect visitors with %j, which is passed on as %j',
    async (target, kept) => {
      upstream.answer({ ...goodAnswer, redirect_to: target })
      expect((await (await askAssistant()).json()).redirect_to).toBe(kept)
    },
  )

  it('may name only pages of this site as sources', async () => {
    const paths = [
      '/fr/contact',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:x',
    ]
    const sources = paths.map((path) => ({ id: 'a', title: 'b', path }))
    upstream.answer({ ...goodAnswer, sources })

    expect((await (await askAssistant()).json()).sources).toEqual([sources[0]])
  })

  it('gets one status request for all simultaneous visitors', async () => {
    const status = { enabled: false, disabled_reason: 'maintenance' }
    upstream.answer(status)

    const answers = await Promise.all(Array.from({ length: 20 }, readStatus))

    expect(answers).toEqual(Array(20).fill(status))
    expect(upstream.received).toHaveLength(1)
  })

  it('causes the status “disabled” while it fails', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(5001)
    upstream.behave('resets')

    expect(await readStatus()).toEqual({
      enabled: false,
      disabled_reason: 'unavailable',
    })
  })

  it('causes the status “enabled” 5 s after it failed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(5001)
    upstream.behave('resets')
    await readStatus()

    upstream.answer({ enabled: true })
    vi.advanceTimersByTime(5001)

    expect(await readStatus()).toEqual({ enabled: true })
  })

  it('is notified when a session ends', async () => {
    const { POST } = await import('@/app/api/chatbot/end-session/route')
    const { message: _, ...session } = chatMessage('')
    upstream.answer({ anything: 'goes' })

    const response = await POST(chatRequest(session))

    expect(response.status).toBe(204)
    expect(upstream.received[0]?.url).toBe('/api/chatbot/end-session')
    expect(JSON.parse(upstream.received[0]?.body ?? '')).toEqual(session)
  })
})

it('a call is canceled after 2 s if no connection is made', async () => {
  const { callUpstream, connectMs } = await import('@/lib/chatbot/upstream')
  const { errorCode } = await import('@/lib/outbox/failure')
  expect(connectMs).toBeLessThan(2000)

  // RFC 5737 reserves this address, so no host answers. If the limit of the
  // whole call ended it instead, the error would be a different one.
  const call = { url: 'http://192.0.2.1:81/', maxMs: 15_000 }
  const refused = /CONNECT_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED/

  await expect(
    callUpstream(call, z.unknown()).catch(errorCode),
  ).resolves.toMatch(refused)
})
