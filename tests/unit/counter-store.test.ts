import { describe, expect, it } from 'vitest'
import { getCountersDatabase } from '@/lib/database/client'
import { createCounter } from '@/lib/http/counter-store'

// Fails too if the rate limiter calls a query that counter-store.ts lacks,
// because the limiter then counts in the memory of the process.
describe('a counter', () => {
  const counter = createCounter('shared', 60)

  async function storedCounts(): Promise<number[]> {
    const { rateLimit } = await getCountersDatabase()
    return (await rateLimit.findMany()).map(({ points }) => points)
  }

  it('counts in the table that all processes share', async () => {
    await counter.add('key')
    await counter.add('key')

    expect(await storedCounts()).toEqual([2])
  })

  it('takes a count back from that table', async () => {
    await counter.add('key')
    const [before = 0] = await storedCounts()

    await counter.takeBack('key')

    expect(await storedCounts()).toEqual([before - 1])
  })

  it('reads what another process has counted', async () => {
    const { rateLimit } = await getCountersDatabase()
    await counter.add('key')

    await rateLimit.updateMany({ data: { points: 7 } })

    expect(await counter.read('key')).toBe(7)
  })
})
