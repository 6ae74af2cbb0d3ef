import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { validContact } from '../support/contact'
import { startDrippingMailServer, startWebhookSink } from '../support/sinks'

const mailServer = await startDrippingMailServer()
const webhookSink = await startWebhookSink()

Object.assign(process.env, {
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  SMTP_ALLOW_PLAINTEXT: 'true',
  LEADS_TO: 'sales@halcrest.example',
  LEADS_FROM: 'Website <site@halcrest.example>',
  LEADS_WEBHOOK_URL: `http://127.0.0.1:${webhookSink.port}/leads`,
  LEADS_WEBHOOK_SECRET: Buffer.alloc(32, 7).toString('base64'),
})

const { saveLead } = await import('@/lib/leads/store')
const { startDelivery } = await import('@/lib/leads/delivery/deliver')
const { wakeOutbox } = await import('@/lib/outbox/worker')

afterAll(() => Promise.all([mailServer.close(), webhookSink.close()]))

it('a mail server without end does not keep leads from the webhook', async () => {
  startDelivery()
  for (const count of [1, 2]) {
    await saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
    wakeOutbox()
    await expect.poll(() => webhookSink.deliveries.length).toBe(count)
    await expect.poll(() => mailServer.open.size).toBeGreaterThan(0)
  }
})
