import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeliveryTimes } from '@/lib/outbox/item'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { startDrippingMailServer } from '../support/sinks'
import { openTestDatabase } from '../support/test-database'

const mailServer = await startDrippingMailServer()
const webhookSink = await deliverTo(mailServer)

const { log } = await import('@/lib/log')
const { saveLead } = await import('@/lib/leads/store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')

const database = openTestDatabase()
const hour = 3_600_000

beforeEach(() => {
  database.exec('DELETE FROM Lead')
})

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(() => database.close())

async function saveFor(channel: 'mail' | 'webhook') {
  const saved = await saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
  if (saved === 'key_reused') throw new Error('unexpected')
  database.exec(`UPDATE Lead SET ${channel === 'mail' ? 'webhook' : 'mail'}NextAt = NULL`)
  return saved.id
}

function row(id: string) {
  return database.prepare('SELECT * FROM Lead WHERE id = ?').get(id) as Record<string, string | number | null>
}

// Times as Prisma's adapter writes them.
function storedTime(moment: number): string {
  return new Date(moment).toISOString().replace('Z', '+00:00')
}

/** Does something while the table of leads is not there. */
async function withoutLeads<Result>(act: () => Promise<Result>): Promise<Result> {
  database.exec('ALTER TABLE Lead RENAME TO Away')
  try {
    return await act()
  } finally {
    database.exec('ALTER TABLE Away RENAME TO Lead')
  }
}

/** A lead whose webhook has been asked and has not answered yet. */
async function beginDelivery(times?: DeliveryTimes) {
  const id = await saveFor('webhook')
  let answer = () => {}
  webhookSink.answers = new Promise((resolve) => {
    answer = resolve
  })
  const delivery = deliverDue(new Date(), times)
  await expect.poll(() => webhookSink.requests).toBe(1)
  return { id, answer, delivery }
}

describe('a delivery under way', () => {
  it('keeps its lease, however long it takes', async () => {
    const { id, answer, delivery } = await beginDelivery({ leaseMs: 400, renewMs: 20, maxMs: hour })
    const leasedUntil = String(row(id).webhookNextAt)
    await expect.poll(() => row(id).webhookNextAt, { interval: 10 }).not.toBe(leasedUntil)
    expect(Date.parse(String(row(id).webhookNextAt))).toBeGreaterThan(Date.parse(leasedUntil))
    // When the first lease would have ended, nobody else finds the lead due.
    expect(await deliverDue(new Date(leasedUntil))).toBe(0)
    answer()
    await delivery
    expect(webhookSink.deliveries).toHaveLength(1)
    expect(row(id)).toMatchObject({ webhookNextAt: null, webhookAttempts: 1 })
    expect(row(id).webhookDeliveredAt).not.toBeNull()
  })

  it('leaves alone a new due time that was set meanwhile', async () => {
    const { id, answer, delivery } = await beginDelivery()
    expect(Date.parse(String(row(id).webhookNextAt))).toBeGreaterThan(Date.now())
    const dueAgain = storedTime(Date.now() + hour)
    database.prepare('UPDATE Lead SET webhookNextAt = ? WHERE id = ?').run(dueAgain, id)
    answer()
    await delivery
    expect(row(id)).toMatchObject({ webhookNextAt: dueAgain, webhookLastError: null })
    expect(row(id).webhookDeliveredAt).not.toBeNull()
    webhookSink.answers = Promise.resolve()
    await deliverDue(new Date(Date.now() + hour + 1000))
    expect(webhookSink.deliveries).toHaveLength(2)
    expect(row(id)).toMatchObject({ webhookNextAt: null, webhookAttempts: 2 })
  })

  it('that fails leaves alone what was changed meanwhile, too', async () => {
    webhookSink.mood = 'refuse'
    const { id, answer, delivery } = await beginDelivery()
    database.prepare('UPDATE Lead SET webhookNextAt = NULL WHERE id = ?').run(id)
    answer()
    await delivery
    expect(row(id)).toMatchObject({ webhookNextAt: null, webhookLastError: null, webhookDeliveredAt: null })
  })

  it('goes on while the database fails to renew its lease, and says so', async () => {
    const warned = vi.spyOn(log, 'warn')
    const { id, answer, delivery } = await beginDelivery({ leaseMs: 10_000, renewMs: 20, maxMs: hour })
    await withoutLeads(() =>
      expect.poll(() => warned.mock.calls).toContainEqual([expect.objectContaining({ id }), 'lease not renewed']),
    )
    const leasedUntil = String(row(id).webhookNextAt)
    await expect.poll(() => row(id).webhookNextAt, { interval: 10 }).not.toBe(leasedUntil)
    expect(Date.parse(String(row(id).webhookNextAt))).toBeGreaterThan(Date.now())
    answer()
    await delivery
    expect(row(id)).toMatchObject({ webhookNextAt: null, webhookAttempts: 1, webhookLastError: null })
  })

  it('that never ends counts as failed, and its connection is closed', async () => {
    const id = await saveFor('mail')
    await deliverDue(new Date(), { leaseMs: 60_000, renewMs: 20_000, maxMs: 300 })
    expect(row(id)).toMatchObject({ mailDeliveredAt: null, mailAttempts: 1, mailLastError: 'DELIVERY_TIMEOUT' })
    expect(Date.parse(String(row(id).mailNextAt))).toBeGreaterThan(Date.now())
    await expect.poll(() => mailServer.open.size).toBe(0)
  })
})

describe('the log', () => {
  it('counts the attempts until a delivery, which wait for at least half of 15 seconds, then of 30', async () => {
    const warned = vi.spyOn(log, 'warn')
    const informed = vi.spyOn(log, 'info')
    const id = await saveFor('webhook')
    webhookSink.mood = 'refuse'
    for (const [attempt, minWait] of [7500, 15_000].entries()) {
      const tried = Date.now()
      await deliverDue(new Date(tried + attempt * hour))
      const details = { queue: 'webhook', id, attempt: attempt + 1 }
      expect(warned).toHaveBeenLastCalledWith(expect.objectContaining(details), 'not delivered yet')
      expect(Date.parse(String(row(id).webhookNextAt)) - tried).toBeGreaterThanOrEqual(minWait)
    }
    webhookSink.mood = 'take'
    await deliverDue(new Date(Date.now() + hour))
    expect(informed).toHaveBeenLastCalledWith({ queue: 'webhook', id, attempt: 3 }, 'delivered')
  })

  it('has an error where a lead is given up', async () => {
    const failed = vi.spyOn(log, 'error')
    const id = await saveFor('webhook')
    database.prepare('UPDATE Lead SET receivedAt = ?').run(storedTime(Date.now() - 8 * 24 * hour))
    webhookSink.mood = 'refuse'
    await deliverDue()
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id, attempt: 1, nextAt: null }),
      expect.stringContaining('given up'),
    )
  })

  it('has an error while the database is away, and the lead is delivered afterwards', async () => {
    const failed = vi.spyOn(log, 'error')
    await saveFor('webhook')
    expect(await withoutLeads(() => deliverDue())).toBe(0)
    expect(failed).toHaveBeenCalledWith(expect.anything(), 'delivery could not use the database')
    expect(await deliverDue()).toBe(1)
    expect(webhookSink.deliveries).toHaveLength(1)
  })
})

it('what waits in a queue that is no longer set up stays there', async () => {
  const id = await saveFor('webhook')
  const due = storedTime(Date.now() - 1000)
  database.prepare('UPDATE Lead SET webhookNextAt = NULL, ackNextAt = ?').run(due)
  expect(await deliverDue()).toBe(0)
  expect(row(id)).toMatchObject({ ackNextAt: due, ackAttempts: 0 })
})
