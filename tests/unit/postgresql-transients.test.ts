import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, expect, it, vi } from 'vitest'
import { changeEnvironment } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { findDraft, keepDraft } from '@/lib/leads/form-drafts'
import { countRepeats } from '@/lib/leads/repeated-text'
import { log } from '@/lib/log'
import { deleteExpiredTransients } from '@/lib/transient/store'
import { locatePostgresql } from '@/scripts/database/find-postgresql.mjs'
import { startCluster } from '@/scripts/database/temporary-cluster'
import { scratchPlace } from '../support/scratch'

// One of its own, which may crash.
const cluster = await startCluster(locatePostgresql() ?? '/', scratchPlace())
await cluster.query('CREATE DATABASE site')
changeEnvironment({ DATABASE_URL: cluster.addressOf('site') })
afterAll(() => cluster.remove())

const warn = vi.spyOn(log, 'warn')
const info = vi.spyOn(log, 'info')

it('limits count in PostgreSQL as in a file, exactly for all processes', async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', 'tests/support/take-limit.ts', '70', '50']
  const env = { ...process.env, LOG_LEVEL: 'warn' }
  const run = () => promisify(execFile)(process.execPath, args, { env })
  const outputs = await Promise.all([run(), run(), run()])
  expect(outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(70)
  const limit = createRateLimit('LIMIT_TEST', () => 2, 60)
  expect([await limit.take('a'), await limit.take('a'), await limit.take('a')]).toEqual([0, 0, 60])
})

it('so do drafts and repeated texts, until they are over', async () => {
  const draft = { values: { name: 'Amélie Laurent' }, idempotencyKey: randomUUID() }
  const names: (string | undefined)[] = []
  for (let form = 0; form < 6; form++) names.push(await keepDraft(draft, '192.0.2.77'))
  const found = await Promise.all(names.map(findDraft))
  expect(found).toEqual([undefined, draft, draft, draft, draft, draft])
  const text = 'We build websites for banks such as yours, from 100 dollars.'
  const senders = ['a@x.example', 'b@x.example', 'c@x.example', 'a@x.example']
  const counts: number[] = []
  for (const sender of senders) counts.push(await countRepeats(text, sender))
  expect(counts).toEqual([0, 1, 2, 2])
  await deleteExpiredTransients(Date.now() + 40 * 3_600_000)
  expect(await findDraft(names[5])).toBeUndefined()
  expect(await countRepeats(text, 'd@x.example')).toBe(0)
})

it('while PostgreSQL is away limits count in memory, which is told once, and afterwards in it again', async () => {
  const limit = createRateLimit('LIMIT_TEST', () => 2, 3600, 'away')
  const passes = async () => (await limit.take('b')) === 0
  await passes()
  await cluster.stop('crash')
  expect([await passes(), await passes(), await passes()]).toEqual([true, true, false])
  await cluster.start()
  await expect.poll(async () => (await limit.take('c')) >= 0 && info.mock.calls.length).toBe(1)
  expect(info.mock.calls).toEqual([['limits and drafts are shared with other processes again']])
  expect(warn.mock.calls.map(([, sentence]) => sentence)).toEqual([
    'limits and drafts are kept by this process alone for now',
  ])
  expect([await passes(), await passes(), await passes()]).toEqual([true, true, false])
})
