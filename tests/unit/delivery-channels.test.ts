import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { startMailSink } from '../support/sinks'
import { openTestDatabase } from '../support/test-database'

const mailSink = await startMailSink()
const webhookSink = await deliverTo(mailSink)

const database = openTestDatabase()
const hour = 3_600_000

beforeEach(() => {
  database.exec('DELETE FROM Lead; DELETE FROM Digest')
})

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => database.close())

/** The code of a site that is set up in this way. */
async function siteWith(settings: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const site = {
    ...(await import('@/lib/leads/store')),
    ...(await import('@/lib/leads/chat-store')),
    ...(await import('@/lib/leads/delivery/deliver')),
    ...(await import('@/lib/leads/digest/store')),
    ...(await import('@/lib/log')),
  }
  const saved = await site.saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
  if (saved === 'key_reused') throw new Error('unexpected')
  return { ...site, id: saved.id }
}

type Row = Record<string, string | number | null>

function row(id: string): Row {
  return database.prepare('SELECT * FROM Lead WHERE id = ?').get(id) as Row
}

function chatRow(): Row {
  return database.prepare("SELECT * FROM Lead WHERE source = 'chat'").get() as Row
}

function digest(): Row {
  return database.prepare('SELECT * FROM Digest').get() as Row
}

const mailAlone = { LEADS_WEBHOOK_URL: '' }
const webhookAlone = { SMTP_URL: '', LEADS_ACKNOWLEDGE: 'true' }
const nothing = { SMTP_URL: '', LEADS_WEBHOOK_URL: '' }

describe.each([
  ['mail alone', mailAlone, { mailNextAt: true, webhookNextAt: false, ackNextAt: false }],
  ['mail with acknowledgements', { LEADS_ACKNOWLEDGE: 'true', ...mailAlone }, { mailNextAt: true, ackNextAt: true }],
  ['a webhook alone', webhookAlone, { mailNextAt: false, webhookNextAt: true, ackNextAt: false }],
  ['nothing', nothing, { mailNextAt: false, webhookNextAt: false, ackNextAt: false }],
])('with %s', (_, settings, expected) => {
  const { mailNextAt = false, webhookNextAt = false } = expected as Record<string, boolean>
  const isDue = (lead: Row) => ({ mailNextAt: lead.mailNextAt !== null, webhookNextAt: lead.webhookNextAt !== null })

  it('leads, conversations and digests are due there and nowhere else', async () => {
    const site = await siteWith(settings)
    const due = Object.fromEntries(Object.keys(expected).map((name) => [name, row(site.id)[name] !== null]))
    expect(due).toEqual(expected)

    const chat = { sessionId: 'session', language: 'en', turns: [], details: {}, dueAt: new Date(), quarantine: null }
    await site.createChatLead(chat)
    expect(isDue(chatRow())).toEqual({ mailNextAt, webhookNextAt })
    const dueAt = vi.fn(async () => new Date())
    await site.updateChatLead('session', { turns: [], details: {}, dueAt })
    expect(dueAt, 'a first delivery waits already').not.toHaveBeenCalled()

    await site.deliverDue()
    expect([mailSink.mails.length > 0, webhookSink.deliveries.length > 0]).toEqual([mailNextAt, webhookNextAt])
    expect(isDue(row(site.id))).toEqual({ mailNextAt: false, webhookNextAt: false })
    await site.updateChatLead('session', { turns: [], details: {}, dueAt })
    expect(isDue(chatRow())).toEqual({ mailNextAt, webhookNextAt })

    database.exec("UPDATE Lead SET quarantine = 'honeypot'")
    const inHours = (hours: number) => new Date(Date.now() + hours * hour)
    expect(await site.planDigest(inHours(0.9))).toBe(false)
    const isPlanned = await site.planDigest(inHours(1.1))
    expect(isPlanned).toBe(mailNextAt || webhookNextAt)
    if (isPlanned) {
      expect(isDue(digest())).toEqual({ mailNextAt, webhookNextAt })
      await site.deliverDue(inHours(1.1))
      expect([digest().mailDeliveredAt !== null, digest().webhookDeliveredAt !== null]).toEqual([
        mailNextAt,
        webhookNextAt,
      ])
      expect(isDue(digest())).toEqual({ mailNextAt: false, webhookNextAt: false })
    }
    database.prepare('UPDATE Lead SET receivedAt = ?').run(inHours(2).toISOString())
    expect(await site.planDigest(inHours(24))).toBe(false)
    expect(await site.releaseLead(site.id)).toBe(true)
    expect(isDue(row(site.id))).toEqual({ mailNextAt, webhookNextAt })
  })
})

it('what waits for a receiver that is no longer set up stays, and goes nowhere', async () => {
  const before = await siteWith({ LEADS_ACKNOWLEDGE: 'true' })
  const after = await siteWith(nothing)
  expect(await after.deliverDue()).toBe(0)
  expect(await after.retryLead(before.id)).toBe(false)
  expect([mailSink.mails, webhookSink.deliveries]).toEqual([[], []])
  expect(row(before.id)).toMatchObject({ mailNextAt: expect.any(String), mailAttempts: 0, webhookAttempts: 0 })
})

it.each([
  ['mail alone', mailAlone, 0],
  ['a webhook alone', webhookAlone, 0],
  ['nothing', nothing, 1],
])('a server that starts with %s warns its operator only when leads go nowhere', async (_, settings, warnings) => {
  const site = await siteWith(settings)
  const warn = vi.spyOn(site.log, 'warn')
  site.startDelivery()
  expect(warn).toHaveBeenCalledTimes(warnings)
})
