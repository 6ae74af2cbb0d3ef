import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { changeEnvironment } from '@/lib/env'
import { validContact } from './contact'
import { runSql, storedTime } from './database'
import { deliverySettings, startWebhookSink } from './sinks'

type MailServer = {
  port: number
  close: () => Promise<void>
  reset?: () => void
}

/**
 * Registers hooks of a test file: clears leads and received messages before
 * each test, and closes the receivers at the end. Starts a webhook receiver,
 * and changes the settings so that leads go to it and to the mail server.
 */
export async function startReceivers(
  mailServer: MailServer,
  settings: Record<string, string> = {},
) {
  const webhookSink = await startWebhookSink()
  changeEnvironment({
    ...deliverySettings(mailServer, webhookSink),
    ...settings,
  })
  beforeEach(async () => {
    mailServer.reset?.()
    webhookSink.reset()
    await forgetLeads()
  })
  afterAll(() => Promise.all([mailServer.close(), webhookSink.close()]))
  return { webhookSink }
}

export async function forgetLeads() {
  const tables = [
    'Delivery',
    'Lead',
    'LeadEvent',
    'Digest',
    'UnansweredQuestion',
  ]
  await runSql(tables.map((table) => `DELETE FROM ${table}`).join('; '))
}

/**
 * Stores a lead from a new address, as the form does; `admission` has its spam
 * score and quarantine.
 */
export async function storeLead(
  changes: Record<string, string> = {},
  admission: object = {},
) {
  // Imported late, because some tests load the site’s modules again.
  const { saveLead } = await import('@/lib/leads/lead-store')
  const contact = {
    ...validContact,
    email: `${randomUUID()}@banque.example`,
    ...changes,
  }
  const saved = await saveLead(contact, randomUUID(), {
    score: 0,
    ...admission,
  })
  if (saved === 'key_reused') throw new Error('The lead’s key was used before.')
  return {
    ...saved,
    email: contact.email,
    reference: saved.id.slice(0, 8).toUpperCase(),
  }
}

type StoredDelivery = {
  channel?: 'mail' | 'webhook'
  queuedAt?: Date | string
  dueAt?: Date | string
  deliveredAt?: Date | string
  abandonedAt?: Date | string
  lastError?: string
  attempts?: number
}

/**
 * Stores a delivery of a lead: by mail and queued on New Year's Day, unless
 * these values differ.
 */
export async function storeDelivery(
  leadId: string,
  { channel = 'mail', lastError, attempts = 1, ...values }: StoredDelivery = {},
) {
  const times = { queuedAt: newYear, ...values }
  const others = { leadId, channel, attempts, lastError: lastError ?? null }
  const columns = Object.keys({ ...others, ...times })
  await runSql(
    `INSERT INTO Delivery (${columns}) VALUES (${columns.map(() => '?')})`,
    ...Object.values(others),
    ...Object.values(times).map(storedTime),
  )
}

export const newYear = '2026-01-01T00:00:00Z'

export const suspected = { score: 100, quarantine: ['honeypot'] }
