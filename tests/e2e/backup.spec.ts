import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { runSqlAt, selectColumnAt, storedTime } from '../support/database'
import { postLead } from '../support/leads'
import { killServer, serverEnvironment, startServer } from '../support/server'
import { startWebhookSink, webhookSettings } from '../support/sinks'

const undelivered =
  "SELECT leadId FROM Delivery WHERE channel = 'webhook' AND deliveredAt IS NULL"

test('a restored backup holds every confirmed lead and resends no delivered lead', async () => {
  const webhook = await startWebhookSink()
  const environment = { ...serverEnvironment(), ...webhookSettings(webhook) }
  const { DATABASE_URL: url } = environment
  const database = url.replace('file:', '')
  const site = await startServer(environment)
  const send = async () => String((await postLead(site.address))?.body.id)
  const delivered = [await send(), await send()]
  await expect.poll(() => selectColumnAt(url, undelivered)).toEqual([])
  webhook.mood = 'refuse'
  const waiting = [await send(), await send()]
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/backup.ts'],
    { env },
  )
  const [, file = ''] = stdout.match(/^Backed up to (\S+), /) ?? []
  expect(dirname(file)).toBe(join(dirname(database), 'backups'))
  // Sends a lead after the backup, so that restoring the backup loses it.
  await send()

  await killServer(site.server, 'SIGTERM')
  // Restores the backup, following the steps in docs/operations.md.
  for (const ending of ['-wal', '-shm'])
    rmSync(database + ending, { force: true })
  copyFileSync(file, database)
  const stored = await selectColumnAt(url, 'SELECT id FROM Lead')
  expect(stored.sort()).toEqual([...delivered, ...waiting].sort())

  // Makes refused deliveries due now, so that the test does not wait for their
  // back-off.
  await runSqlAt(url, 'UPDATE Delivery SET dueAt = ? WHERE dueAt IS NOT NULL', [
    storedTime(Date.now()),
  ])
  webhook.reset()
  const restarted = await startServer(environment)
  await expect.poll(() => selectColumnAt(url, undelivered)).toEqual([])
  const sent = webhook.deliveries.map(({ headers }) =>
    String(headers['webhook-id']),
  )
  expect(sent.sort()).toEqual(waiting.sort())
  await killServer(restarted.server, 'SIGTERM')
  await webhook.close()
})
