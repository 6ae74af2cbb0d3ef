import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextAttempt } from '@/lib/outbox/back-off'
import { errorCode } from '@/lib/outbox/error-code'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { startDrippingMailServer } from '../support/sinks'

const mailServer = await startDrippingMailServer()
const webhookSink = await deliverTo(mailServer)

const { saveLead } = await import('@/lib/leads/store')
const { startDelivery } = await import('@/lib/leads/delivery/deliver')
const { wakeOutbox } = await import('@/lib/outbox/worker')

it('a mail server without end does not keep leads from the webhook', async () => {
  startDelivery()
  for (const count of [1, 2]) {
    await saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
    wakeOutbox()
    await expect.poll(() => webhookSink.deliveries.length).toBe(count)
    await expect.poll(() => mailServer.open.size).toBeGreaterThan(0)
  }
})

describe('the next attempt', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const second = 1000
  const hour = 3600 * second

  function waitAfter(attempts: number, random: number): number {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    return (nextAttempt(new Date(now), attempts, now)?.getTime() ?? 0) - now
  }

  afterEach(() => {
    vi.restoreAllMocks()
  })

  it.each([
    [1, 15 * second],
    [2, 30 * second],
    [3, 60 * second],
    [8, 32 * 60 * second],
    [9, hour],
    [50, hour],
  ])('after %i failures comes in half of %i ms to all of it', (attempts, wait) => {
    expect([waitAfter(attempts, 0), waitAfter(attempts, 0.5), waitAfter(attempts, 1)]).toEqual([
      wait / 2,
      (wait * 3) / 4,
      wait,
    ])
  })

  it('is the last once 7 days have passed', () => {
    const week = 7 * 24 * hour
    expect(nextAttempt(new Date(now - week), 100, now)).not.toBeNull()
    expect(nextAttempt(new Date(now - week - 1), 100, now)).toBeNull()
  })
})

it.each([
  [Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new Error('secret'), { code: 'EMESSAGE', responseCode: 451 }), 'SMTP 451 EMESSAGE'],
  [new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } }), 'ENOTFOUND'],
  [new TypeError('fetch failed', { cause: new Error('secret') }), 'TypeError'],
  [new DOMException('secret', 'TimeoutError'), 'TimeoutError'],
  [{}, 'unknown'],
])('tells of the error %s no more than its code', (error, code) => {
  expect(errorCode(error)).toBe(code)
})

describe('the loop of a worker', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.resetModules()
  })

  it('works at once, when woken, soon again while there is something, and every 5 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const running = (globalThis as { outbox?: unknown }).outbox
    delete (globalThis as { outbox?: unknown }).outbox
    const { startOutbox, wakeOutbox: wake } = await import('@/lib/outbox/worker')
    const results: (number | Promise<number>)[] = []
    let rounds = 0
    const work = async () => {
      rounds++
      return results.shift() ?? 0
    }
    // A command that saves something has no loops to wake.
    expect(wake).not.toThrow()
    startOutbox([work])
    expect(rounds).toBe(1)
    await vi.advanceTimersByTimeAsync(4999)
    expect(rounds).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(rounds).toBe(2)
    results.push(3)
    wake()
    expect(rounds).toBe(3)
    await vi.advanceTimersByTimeAsync(100)
    expect(rounds).toBe(4)
    await vi.advanceTimersByTimeAsync(4999)
    expect(rounds).toBe(4)
    // What wakes it while it works has it look once more, and no two rounds overlap.
    let finish = (_: number) => {}
    results.push(
      new Promise((resolve) => {
        finish = resolve
      }),
    )
    wake()
    wake()
    expect(rounds).toBe(5)
    finish(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(rounds).toBe(6)
    await vi.advanceTimersByTimeAsync(4999)
    expect(rounds).toBe(6)
    // A process has one set of loops.
    startOutbox([work])
    expect(rounds).toBe(6)
    Object.assign(globalThis, { outbox: running })
  })
})
