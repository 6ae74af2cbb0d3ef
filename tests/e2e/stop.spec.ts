import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { childrenOf } from '@/scripts/child-processes'
import { copyProject } from '@/scripts/project/copy'
import { askHalf, isListening, sendHalf } from '../support/half-request'
import { postLead } from '../support/leads'
import { runMarked } from '../support/npm'
import { serverEnvironment, startServer } from '../support/server'
import { startWebhookSink } from '../support/sinks'

test.skip(!existsSync('/proc/self/environ'), 'needs Linux to find the processes of a command')
test.describe.configure({ timeout: 120_000 })

const patience = { timeout: 30_000 }

async function start(command = ['npm', 'start'], more: Record<string, string> = {}) {
  const environment = { ...serverEnvironment(), ...more }
  const run = runMarked(command, environment)
  await expect.poll(run.output, { timeout: 60_000 }).toContain('The site is at')
  return { ...run, environment, port: Number(environment.PORT), address: `http://localhost:${environment.PORT}` }
}

type Site = Awaited<ReturnType<typeof start>>

/** Tells a site to stop while a message is on its way to it; expects that this one is answered, and that all ends. */
async function expectDrained(site: Site, tell: () => void | Promise<void>) {
  const message = await sendHalf(site.port)
  await tell()
  await expect.poll(() => isListening(site.port), patience).toBe(false)
  const answer = await message.finish()
  expect(answer).toMatch(/HTTP\/1\.1 201 Created\r\n/)
  expect(answer).toMatch(/\r\nConnection: close\r\n/)
  await expect.poll(site.processes, patience).toEqual([])
  expect(storedLeads(site)).toBe(1)
}

function storedLeads({ environment }: Site): number {
  const file = environment.DATABASE_URL.replace('file:', '')
  // Closed in good order: all is in the one file.
  expect(existsSync(`${file}-wal`)).toBe(false)
  const database = new Sqlite(file, { readonly: true })
  const count = database.prepare('SELECT count(*) FROM Lead').pluck().get()
  database.close()
  return Number(count)
}

test('SIGTERM to npm start: the request under way is answered, nothing remains, and npm says 0', async () => {
  const site = await start()
  // A connection that was opened and never used does not keep the server from ending.
  const unused = connect(site.port, '127.0.0.1')
  unused.on('error', () => undefined)
  await new Promise((resolve) => unused.once('connect', resolve))
  await expectDrained(site, () => void process.kill(site.pid, 'SIGTERM'))
  expect(await site.exit).toBe(0)
  unused.destroy()
})

test('a site that stops is not ready, for those who still ask on a connection that is open', async () => {
  const environment = serverEnvironment()
  const { server } = await startServer(environment)
  const port = Number(environment.PORT)
  const question = await askHalf(port, '/api/health')
  const message = await sendHalf(port)
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await expect.poll(() => isListening(port), patience).toBe(false)
  expect(await question.finish()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(await message.finish()).toMatch(/HTTP\/1\.1 201 Created\r\n/)
  expect(await exit).toBe(0)
})

test('Ctrl+C, which reaches npm and the server both, and more signals do not cut the request off', async () => {
  const site = await start()
  await expectDrained(site, async () => {
    process.kill(-site.pid, 'SIGINT')
    await expect.poll(() => isListening(site.port), patience).toBe(false)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) process.kill(-site.pid, signal)
  })
})

test('a server whose npm is killed outright notices, finishes its request and ends', async () => {
  const site = await start()
  await expectDrained(site, () => void process.kill(site.pid, 'SIGKILL'))
})

test('a shell between npm and the server, which passes no signal on, changes nothing', async () => {
  const wrapped = 'node scripts/start.mjs; exit $?'
  const site = await start(['sh', '-c', wrapped], { npm_lifecycle_event: 'start', npm_lifecycle_script: wrapped })
  await expectDrained(site, () => void process.kill(site.pid, 'SIGTERM'))
})

test('npm start in the background outlives the shell that started it', async () => {
  const site = await start(['sh', '-c', 'npm start &'])
  await site.exit
  // Longer than a server takes to notice that its npm is gone.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect((await postLead(site.address))?.status).toBe(201)
  const processes = site.processes()
  // Not the lowest number, which begins anew at times: the one above all others.
  const [first = 0] = processes.filter((pid) => !processes.some((other) => childrenOf(other).includes(pid)))
  process.kill(first, 'SIGTERM')
  await expect.poll(site.processes, patience).toEqual([])
})

test('a delivery that has begun is finished and recorded before the server ends', async () => {
  const webhook = await startWebhookSink()
  let release = () => {}
  webhook.answers = new Promise((resolve) => {
    release = resolve
  })
  const site = await start(['npm', 'start'], {
    LEADS_WEBHOOK_URL: `http://127.0.0.1:${webhook.port}/`,
    LEADS_WEBHOOK_SECRET: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTAxMjM0NTY3',
  })
  expect((await postLead(site.address))?.status).toBe(201)
  await expect.poll(() => webhook.requests, patience).toBe(1)
  process.kill(site.pid, 'SIGTERM')
  await expect.poll(() => isListening(site.port), patience).toBe(false)
  release()
  expect(await site.exit).toBe(0)
  const database = new Sqlite(site.environment.DATABASE_URL.replace('file:', ''), { readonly: true })
  expect(database.prepare('SELECT count(*) FROM Lead WHERE webhookDeliveredAt IS NOT NULL').pluck().get()).toBe(1)
  database.close()
  await webhook.close()
})

for (const [name, tell] of [
  ['SIGTERM to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['Ctrl+C', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['the end of npm', (pid: number) => process.kill(pid, 'SIGKILL')],
] as const) {
  test(`${name} in the middle of the set-up ends it and its commands`, async () => {
    const folder = copyProject()
    try {
      rmSync(join(folder, 'lib/chatbot/engine/generated'), { recursive: true, force: true })
      const run = runMarked(['npm', 'start'], serverEnvironment(), folder)
      await expect.poll(run.output, { timeout: 60_000, intervals: [20] }).toContain('Training the chatbot')
      tell(run.pid)
      await expect.poll(run.processes, patience).toEqual([])
      expect(run.output()).not.toContain('Building')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
