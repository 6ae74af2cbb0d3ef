import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { runSqlAt, selectColumnAt, storedTime } from '../support/database'
import { postLead } from '../support/leads'
import { collectOutput, killServer, serverEnvironment, startServer } from '../support/server'
import { startWebhookSink, webhookSettings } from '../support/sinks'

test.describe.configure({ timeout: 240_000 })

const patience = { timeout: 60_000 }

// The same longer text from many is taken for spam, which is not delivered.
const shortText = { message: 'Please call back.' }

/** Sends leads, one after the other, until it is stopped. */
function startClient(address: string) {
  const answered: string[] = []
  let isStopped = false
  const client = (async () => {
    // However fast the machine, there are fewer leads than a limit allows, and soon delivered.
    for (; !isStopped; await pause(20)) {
      const answer = await postLead(address, shortText)
      if (answer?.status === 201) answered.push(answer.body.id)
    }
  })()
  const stop = () => {
    isStopped = true
    return client
  }
  return { answered, stop }
}

const undelivered = "SELECT leadId FROM Delivery WHERE channel = 'webhook' AND deliveredAt IS NULL"

test('restore drill: all that was answered before the backup is back, and what was delivered stays so', async () => {
  const webhook = await startWebhookSink()
  const plenty = { LIMIT_CONTACT_PER_CLIENT: '100000', LIMIT_CONTACT_GLOBAL: '100000' }
  const environment = { ...serverEnvironment(), ...plenty, ...webhookSettings(webhook) }
  const { DATABASE_URL: url } = environment
  const database = url.replace('file:', '')
  const env = { ...process.env, ...environment }

  const site = await startServer(environment)
  const delivered: string[] = []
  for (let index = 0; index < 5; index++) delivered.push((await postLead(site.address, shortText))?.body.id)
  await expect.poll(() => selectColumnAt(url, undelivered), patience).toEqual([])
  // From here on nobody takes them.
  webhook.mood = 'refuse'
  const client = startClient(site.address)
  await expect.poll(() => client.answered.length, patience).toBeGreaterThan(16)
  const before = [...delivered, ...client.answered]
  const backup = spawn(process.execPath, ['--import', 'tsx', 'scripts/backup.ts'], { env })
  const said = collectOutput(backup)
  // Its output, too, is at its end.
  expect(await once(backup, 'close')).toEqual([0, null])
  const meanwhile = client.answered.length
  expect(meanwhile).toBeGreaterThan(before.length - delivered.length)
  await expect.poll(() => client.answered.length, patience).toBeGreaterThan(meanwhile)
  await client.stop()
  const [, file = ''] = said().match(/^Backed up to (\S+), /) ?? []
  expect(dirname(file)).toBe(join(dirname(database), 'backups'))

  await killServer(site.server, 'SIGTERM')
  // As docs/operations.md describes it.
  for (const ending of ['-wal', '-shm']) rmSync(database + ending, { force: true })
  copyFileSync(file, database)
  const stored = await selectColumnAt(url, 'SELECT id FROM Lead')
  expect(before.filter((id) => !stored.includes(id))).toEqual([])

  // What is due, and was refused, is sent at once instead of after its back-off.
  await runSqlAt(url, 'UPDATE Delivery SET dueAt = ? WHERE dueAt IS NOT NULL', [storedTime(Date.now())])
  webhook.reset()
  const again = await startServer(environment)
  await expect.poll(() => selectColumnAt(url, undelivered), patience).toEqual([])
  const sent = webhook.deliveries.map(({ headers }) => String(headers['webhook-id']))
  expect(sent.sort()).toEqual(stored.filter((id) => !delivered.includes(id)).sort())
  expect((await postLead(again.address))?.status).toBe(201)
  await killServer(again.server, 'SIGTERM')
  await webhook.close()
})
