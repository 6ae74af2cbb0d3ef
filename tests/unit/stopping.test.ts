import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { validContact } from '../support/contact'
import { deliverTo } from '../support/delivery'
import { sendHalf } from '../support/half-request'
import { startMailSink } from '../support/sinks'

const webhookSink = await deliverTo(await startMailSink())

const { env } = await import('@/lib/env')
const { GET: health } = await import('@/app/api/health/route')
const { saveLead } = await import('@/lib/leads/store')
const { createBoundedServer } = await import('@/lib/server/bounded-server')
const { createDrain } = await import('@/lib/server/drain')

const database = new Sqlite(env.DATABASE_URL.replace('file:', ''))

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'stopping')
  vi.resetModules()
  database.exec('DELETE FROM Lead')
  webhookSink.reset()
})

async function load() {
  const { beginStopping, cutOffDeliveries } = await import('@/lib/stopping')
  const { deliverDue } = await import('@/lib/leads/delivery/deliver')
  return { beginStopping, cutOffDeliveries, deliverDue }
}

async function saveForWebhook() {
  await saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
  database.exec('UPDATE Lead SET mailNextAt = NULL')
}

function stored() {
  return database.prepare('SELECT webhookAttempts, webhookNextAt, webhookLastError, webhookDeliveredAt FROM Lead').get()
}

describe('a site that stops', () => {
  it('is not ready', async () => {
    const { GET } = await import('@/app/api/health/route')
    const { beginStopping } = await load()
    const request = new Request('http://localhost:3000/api/health')
    expect((await GET(request)).status).toBe(200)
    beginStopping()
    expect((await GET(request)).status).toBe(503)
    expect((await health(request)).status).toBe(200)
  })

  it('begins no delivery', async () => {
    const { beginStopping, deliverDue } = await load()
    await saveForWebhook()
    beginStopping()
    expect(await deliverDue()).toBe(0)
    expect(stored()).toMatchObject({ webhookAttempts: 0, webhookLastError: null })
  })

  it('breaks off a delivery that does not end, which is due again at once', async () => {
    const { beginStopping, cutOffDeliveries, deliverDue } = await load()
    await saveForWebhook()
    webhookSink.answers = new Promise(() => {})
    const delivering = deliverDue()
    await expect.poll(() => webhookSink.requests).toBe(1)
    beginStopping()
    cutOffDeliveries()
    await delivering
    expect(stored()).toMatchObject({ webhookLastError: 'SITE_STOPPED', webhookDeliveredAt: null })
    expect(Date.parse((stored() as { webhookNextAt: string }).webhookNextAt)).toBeLessThanOrEqual(Date.now())
  })

  it('answers a request that does not come to its end 503', async () => {
    let arrived = () => {}
    const half = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const server = createBoundedServer((request, response) => {
      request.once('data', () => arrived()).on('end', () => response.end())
    })
    const { stop, cutOff } = createDrain(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const message = await sendHalf((server.address() as AddressInfo).port)
    const closed = once(server, 'close')
    await half
    stop()
    cutOff()
    await closed
    expect(await message.finish()).toMatch(/HTTP\/1\.1 503 Service Unavailable\r\n(.*\r\n)*Connection: close\r\n/)
  })
})
