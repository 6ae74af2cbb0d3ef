import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getCountersDatabase } from '@/lib/database/client'
import { runSql, storedLeads, storedTime } from '../support/database'
import { storeLead } from '../support/delivery'

const hour = 60 * 60 * 1000
const day = 24 * hour

beforeEach(() => {
  vi.resetModules()
  // Only what repeats: the database's own timers go on.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

async function saveLeadOf(daysAgo: number): Promise<string> {
  const { id } = await storeLead()
  await runSql('UPDATE Lead SET receivedAt = ? WHERE id = ?', storedTime(Date.now() - daysAgo * day), id)
  return id
}

const keptLeads = async () => (await storedLeads()).map(({ id }) => id)

it('deletes leads older than LEADS_RETENTION_DAYS when the server starts, and every hour after', async () => {
  vi.stubEnv('LEADS_RETENTION_DAYS', '90')
  const old = await saveLeadOf(91)
  const recent = await saveLeadOf(1)
  const { startRetention } = await import('@/lib/retention')
  startRetention()
  await expect.poll(keptLeads).not.toContain(old)
  expect(await keptLeads()).toContain(recent)
  const older = await saveLeadOf(91)
  await vi.advanceTimersByTimeAsync(hour)
  await expect.poll(keptLeads).not.toContain(older)
  expect(await keptLeads()).toContain(recent)
})

it.each([
  ['when the clock is weeks ahead of the newest one', '30', 60],
  ['without LEADS_RETENTION_DAYS', '', 4000],
])('deletes no lead %s', async (_, days, age) => {
  vi.stubEnv('LEADS_RETENTION_DAYS', days)
  await runSql('DELETE FROM Lead')
  const old = await saveLeadOf(age)
  const { deleteExpired } = await import('@/lib/retention')
  await deleteExpired()
  expect(await keptLeads()).toEqual([old])
})

it('forgets counts that are over when the server starts, and every five minutes after', async () => {
  const { rateLimit } = await getCountersDatabase()
  const count = (key: string, expire: number) =>
    rateLimit.create({ data: { key, points: 1, expire: new Date(expire) } })
  const keys = async () => {
    const rows = await rateLimit.findMany({ select: { key: true } })
    return rows.map(({ key }) => key).filter((key) => key.startsWith('counted'))
  }
  await count('counted before', Date.now() - 1)
  await count('counted now', Date.now() + hour)
  const { startRetention } = await import('@/lib/retention')
  startRetention()
  await expect.poll(keys).toEqual(['counted now'])
  await count('counted later', Date.now() - 1)
  await vi.advanceTimersByTimeAsync(hour / 12)
  await expect.poll(keys).toEqual(['counted now'])
})
