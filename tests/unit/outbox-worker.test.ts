import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
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
