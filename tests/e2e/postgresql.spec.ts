import { expect, test } from '@playwright/test'
import { validReport } from '../support/attestations'
import { selectColumnAt } from '../support/database'
import { postLead } from '../support/leads'
import { type Cluster, startCluster } from '../support/postgresql-cluster'
import { locatePostgresql } from '../support/programs'
import { scratchPlace } from '../support/scratch'
import { killServer, operatorKey, serverEnvironment, startServer } from '../support/server'
import { startWebhookSink, webhookSettings } from '../support/sinks'

const root = locatePostgresql()
test.skip(!root, 'PostgreSQL is not on this machine')

let cluster: Cluster
let webhook: Awaited<ReturnType<typeof startWebhookSink>>

test.beforeAll(async () => {
  cluster = await startCluster(root ?? '/', scratchPlace())
  webhook = await startWebhookSink()
})

test.afterAll(async () => {
  await cluster.remove()
  await webhook.close()
})

async function makeSite(name: string) {
  await cluster.query(`CREATE DATABASE ${name}`)
  return { ...serverEnvironment(), ...webhookSettings(webhook), DATABASE_URL: cluster.addressOf(name) }
}

function publishReport(address: string): Promise<Response> {
  return fetch(`${address}/api/attestations`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${operatorKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'report-of-january',
    },
    body: JSON.stringify(validReport),
  })
}

test('on PostgreSQL a lead is stored and delivered and a report shown, before and after a restart of it', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const environment = await makeSite('restarted')
  const { server, address } = await startServer(environment, 'start')
  const before = await postLead(address)
  expect(before?.status).toBe(201)
  const delivered = `SELECT "leadId" FROM "Delivery" WHERE "channel" = 'webhook' AND "deliveredAt" IS NOT NULL ORDER BY "queuedAt"`
  const deliveredLeads = () => selectColumnAt(environment.DATABASE_URL, delivered)
  await expect.poll(deliveredLeads).toEqual([before?.body.id])

  await cluster.stop()
  expect((await postLead(address))?.status).toBe(503)
  expect((await fetch(`${address}/readyz`)).status).toBe(503)
  expect((await fetch(`${address}/contact`)).status).toBe(200)

  await cluster.start()
  const after = await postLead(address)
  expect(after?.status).toBe(201)
  expect((await publishReport(address)).status).toBe(201)
  await page.goto(`${address}/attestations`)
  await expect(page.getByText(validReport.title).first()).toBeVisible()
  await expect.poll(deliveredLeads).toEqual([before?.body.id, after?.body.id])
  const received = webhook.deliveries.map(({ body }) => JSON.parse(body).data.id)
  expect(received).toEqual([before?.body.id, after?.body.id])

  // Idle connections do not keep it from ending.
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  await killServer(server)
})
