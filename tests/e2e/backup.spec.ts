import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { fileOf } from '@/lib/database/address'
import { postLead } from '../support/contact'
import { runSqlAt, selectColumnAt, storedTime } from '../support/database'
import { killServer, serverEnvironment, startServer } from '../support/server'
import { startWebhookSink, webhookSettings } from '../support/sinks'

const undelivered =
  "SELECT leadId FROM Delivery WHERE channel = 'webhook' AND deliveredAt IS NULL"

test('a restored backup holds every confirmed lead and resends no delivered lead', async () => {
  const webhook = await startWebhookSink()
  const environment = { ...serverEnvironment(), ...webhookSettings(webhook) }
  const { DATABASE_URL: url } = environment
  const site = await startServer(environment)
  const storeLead = async () => String((await postLead(site.address))?.body.id)
  const delivered = [await storeLead(), await storeLead()]
  await expect.poll(() => selectColumnAt(url, undelivered)).toEqual([])
  webhook.mood = 'refuse'
  const waiting = [await storeLead(), await storeLead()]
  const file = await backUp(environment)
  // The backup does not have this lead.
  await storeLead()
  await killServer(site.server, 'SIGTERM')

  restore(file, url)
  const stored = await selectColumnAt(url, 'SELECT id FROM Lead')
  // Makes refused deliveries due now, so that the test does not wait for their
  // back-off.
  await runSqlAt(url, 'UPDATE Delivery SET dueAt = ? WHERE dueAt IS NOT NULL', [
    storedTime(Date.now()),
  ])
  webhook.reset()
  const restarted = await startServer(environment)
  await expect.poll(() => selectColumnAt(url, undelivered)).toEqual([])
  await killServer(restarted.server, 'SIGTERM')
  await webhook.close()

  const sent = webhook.deliveries.map(({ headers }) =>
    String(headers['webhook-id']),
  )
  expect(stored.sort()).toEqual([...delivered, ...waiting].sort())
  expect(sent.sort()).toEqual(waiting.sort())
})

/** Runs `npm run db:backup` and returns the file that it names. */
async function backUp(environment: Record<string, string>) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/backup.ts'],
    { env: { ...process.env, ...environment } },
  )
  const [, file = ''] = stdout.match(/^Backed up to (\S+), /) ?? []
  const folder = dirname(fileOf(String(environment.DATABASE_URL)))
  expect(dirname(file)).toBe(join(folder, 'backups'))
  return file
}

/** Restores a backup, following the steps in docs/operations.md. */
function restore(file: string, url: string) {
  const database = fileOf(url)
  for (const ending of ['-wal', '-shm'])
    rmSync(database + ending, { force: true })
  copyFileSync(file, database)
}
