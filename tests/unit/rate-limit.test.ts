import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '@/lib/durations'
import { createRateLimit } from '@/lib/http/rate-limit'
import { withoutTable } from '../support/database'
import { setForTest } from '../support/settings'

describe('a rate limit', () => {
  beforeEach(() => void vi.useFakeTimers())

  /** Creates a limit of requests per minute that no other test shares. */
  async function limitTo(
    requests: number,
    options: { factor?: number; windowSeconds?: number } = {},
  ) {
    setForTest({ LIMIT_CHAT_GLOBAL: String(requests) })
    const counter = randomUUID()
    return createRateLimit('LIMIT_CHAT_GLOBAL', { counter, ...options })
  }

  /** Takes requests of the key `a`. Returns the seconds to wait for each. */
  async function takeTimes(
    count: number,
    limit: Awaited<ReturnType<typeof limitTo>>,
  ) {
    const waits = []
    while (waits.length < count) waits.push(await limit.take('a'))
    return waits
  }

  /** Returns a limit of two requests, which the key `a` has used up. */
  async function exhaust() {
    const limit = await limitTo(2)
    await takeTimes(2, limit)
    return limit
  }

  it('allows the configured number of requests per minute', async () => {
    const limit = await limitTo(2)

    expect(await takeTimes(3, limit)).toEqual([0, 0, 60])
  })

  it('returns whole seconds until its window ends', async () => {
    const limit = await exhaust()

    vi.advanceTimersByTime(59_999)

    expect(await limit.take('a')).toBe(1)
  })

  it('allows a request once its window has ended', async () => {
    const limit = await exhaust()

    vi.advanceTimersByTime(60_001)

    expect(await limit.take('a')).toBe(0)
  })

  it('counts each key separately', async () => {
    const limit = await exhaust()

    expect(await limit.take('b')).toBe(0)
  })

  it('begins a new window if the clock is set back', async () => {
    const limit = await exhaust()

    vi.setSystemTime(Date.now() - hourMs)

    expect(await takeTimes(3, limit)).toEqual([0, 0, 60])
  })

  /** Takes two requests, the limit per client, from each of these networks. */
  async function takeTwiceFrom(...networks: string[]) {
    const limit = await limitTo(2)
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
    const limit = await limitTo(1)
    await limit.take('a')
    vi.advanceTimersByTime(60_001)

    await limit.giveBack('a')

    expect(await takeTimes(2, limit)).toEqual([0, 60])
  })

  it('counts within the process while its database table is unavailable', async () => {
    const limit = await limitTo(1)

    const waits = await withoutTable('RateLimit', () => takeTimes(2, limit))

    expect(waits).toEqual([0, 60])
  })

  it('gives back a request that it counted without its table', async () => {
    const limit = await limitTo(1)
    await withoutTable('RateLimit', () => limit.take('a'))

    await limit.giveBack('a')

    expect(await takeTimes(2, limit)).toEqual([0, 60])
  })

  it('allows the configured number of requests times its factor', async () => {
    const limit = await limitTo(1, { factor: 2, windowSeconds: 3600 })

    expect(await takeTimes(3, limit)).toEqual([0, 0, 3600])
  })
})
