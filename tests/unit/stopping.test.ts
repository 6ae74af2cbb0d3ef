import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { env } from '@/lib/env'
import { saveLead } from '@/lib/leads/lead-store'
import { createDrain } from '@/lib/server/drain'
import { createBoundedServer } from '@/lib/server/limits'
import { portOf } from '../support/ask'
import { validContact } from '../support/contact'
import { startReceivers } from '../support/delivery'
import { sendHalf } from '../support/half-request'
import { startMailSink } from '../support/sinks'

const { webhookSink } = await startReceivers(await startMailSink())

const database = new Sqlite(env.DATABASE_URL.replace('file:', ''))

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'processState')
  vi.resetModules()
  database.exec('DELETE FROM Lead')
  webhookSink.reset()
})

async function load() {
  const { beginStopping, cutOffDeliveries } = await import(
    '@/lib/process-state'
  )
  const { deliverDue } = await import('../support/deliver-due')
  return { beginStopping, cutOffDeliveries, deliverDue }
}

async function saveForWebhook() {
  await saveLead(
    { ...validContact, email: `${randomUUID()}@banque.example` },
    randomUUID(),
  )
  database.exec("DELETE FROM Delivery WHERE channel <> 'webhook'")
}

function stored() {
  return database
    .prepare('SELECT attempts, dueAt, lastError, deliveredAt FROM Delivery')
    .get()
}

describe('a site that stops', () => {
  it('is no longer ready', async () => {
    const { GET } = await import('@/app/readyz/route')
    const { beginStopping } = await load()
    const request = new Request('http://localhost:3000/readyz')
    const before = await GET(request)

    beginStopping()
    const after = await GET(request)

    expect(before.status).toBe(200)
    expect(after.status).toBe(503)
  })

  it('starts no delivery', async () => {
    const { beginStopping, deliverDue } = await load()
    await saveForWebhook()
    beginStopping()

    expect(await deliverDue()).toBe(0)

    expect(stored()).toMatchObject({ attempts: 0 })
    expect(webhookSink.requests).toBe(0)
  })

  it('requeues a delivery that it cuts off', async () => {
    const { cutOff } = await startDelivering()

    await cutOff()

    expect(stored()).toMatchObject(brokenOff)
    expect(
      Date.parse((stored() as { dueAt: string }).dueAt),
    ).toBeLessThanOrEqual(Date.now())
  })

  it('does not attempt a delivery again that it has cut off', async () => {
    const { cutOff, deliverDue } = await startDelivering()
    await cutOff()

    const attempts = await deliverDue()

    expect(attempts).toBe(0)
    expect(stored()).toMatchObject(brokenOff)
    expect(webhookSink.requests).toBe(1)
  })

  const brokenOff = { lastError: 'SITE_STOPPED', deliveredAt: null }

  /** Starts a delivery that waits for its answer until it is cut off. */
  async function startDelivering() {
    const { beginStopping, cutOffDeliveries, deliverDue } = await load()
    await saveForWebhook()
    webhookSink.answers = new Promise(() => {})
    const delivering = deliverDue()
    await expect.poll(() => webhookSink.requests).toBe(1)
    async function cutOff() {
      beginStopping()
      cutOffDeliveries()
      await delivering
    }
    return { cutOff, deliverDue }
  }

  async function startServer() {
    const server = createBoundedServer((request, response) => {
      request.resume().on('end', () => response.end('done'))
    })
    const port = await portOf(server)
    return { server, drain: createDrain(server), port }
  }

  it('closes unused connections and finishes requests', async () => {
    const { drain, port } = await startServer()
    const unused = connect(port, '127.0.0.1')
    await once(unused, 'connect')
    const started = await sendHalf(port)

    drain.finish()

    await once(unused, 'close')
    expect(await started.finish()).toMatch(
      /HTTP\/1\.1 200 OK\r\n(.*\r\n)*Connection: close\r\n/,
    )
  })

  it('can cut off an endless request', async () => {
    const { server, drain, port } = await startServer()
    const stuck = await sendHalf(port)
    const closed = once(server, 'close')
    drain.finish()

    drain.cutOff()

    await closed
    expect(await stuck.finish()).not.toContain('200 OK')
  })
})
