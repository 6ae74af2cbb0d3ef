import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { validContact } from './contact'
import { runSql } from './database'
import { deliverySettings, startWebhookSink } from './sinks'

type MailServer = {
  port: number
  close: () => Promise<void>
  reset?: () => void
}

/**
 * Starts a webhook receiver and sets it and a mail server in the environment of
 * a test file, before the code under test reads it. Clears leads and received
 * messages before each test, and closes both servers at the end.
 */
export async function deliverTo(
  mailServer: MailServer,
  settings: Record<string, string> = {},
) {
  const webhookSink = await startWebhookSink()
  Object.assign(
    process.env,
    deliverySettings(mailServer, webhookSink),
    settings,
  )
  beforeEach(async () => {
    mailServer.reset?.()
    webhookSink.reset()
    await forgetLeads()
  })
  afterAll(() => Promise.all([mailServer.close(), webhookSink.close()]))
  return webhookSink
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

export const suspected = { score: 100, quarantine: ['honeypot'] }
