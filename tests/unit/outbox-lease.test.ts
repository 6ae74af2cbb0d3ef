import { randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryTimes } from '@/lib/outbox/item'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { startDrippingMailServer } from '../support/sinks'

const mailServer = await startDrippingMailServer()
const webhookSink = await deliverTo(mailServer)

const { env } = await import('@/lib/env')
const { saveLead } = await import('@/lib/leads/store')
const { deliverDue } = await import('@/lib/leads/delivery/deliver')

const database = new Sqlite(env.DATABASE_URL.replace('file:', ''))
const hour = 3_600_000

beforeEach(() => {
  database.exec('DELETE FROM Lead')
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

  it('that never ends counts as failed, and its connection is closed', async () => {
    const id = await saveFor('mail')
    await deliverDue(new Date(), { leaseMs: 60_000, renewMs: 20_000, maxMs: 300 })
    expect(row(id)).toMatchObject({ mailDeliveredAt: null, mailAttempts: 1, mailLastError: 'DELIVERY_TIMEOUT' })
    expect(Date.parse(String(row(id).mailNextAt))).toBeGreaterThan(Date.now())
    await expect.poll(() => mailServer.open.size).toBe(0)
  })
})
