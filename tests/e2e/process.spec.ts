// How the site starts and stops: `npm start`, signals, and sentences for starts that fail.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { copyProject } from '@/scripts/project/copy'
import { askHalf, hasIPv6, isListening, sendHalf } from '../support/half-request'
import { postLead } from '../support/leads'
import { runMarked } from '../support/npm'
import { killServer, operatorKey, runStart, serverEnvironment, startServer, takePort } from '../support/server'
import { startWebhookSink } from '../support/sinks'

test.describe.configure({ timeout: 120_000 })

const patience = { timeout: 30_000 }

test('a lead answered with 201 is there after a crash', async () => {
  const environment = serverEnvironment()
  const first = await startServer(environment)
  const answer = await postLead(first.address)
  expect(answer?.status).toBe(201)
  await killServer(first.server)

  const second = await startServer(environment)
  const headers = { Authorization: `Bearer ${operatorKey}` }
  const { leads } = await (await fetch(`${second.address}/api/contact`, { headers })).json()
  await killServer(second.server)
  expect(leads.map(({ id }: { id: string }) => id)).toEqual([answer?.body.id])
})

test.describe('a start ends with one sentence', () => {
  const cases: [name: string, settings: () => Record<string, string>, sentence: RegExp][] = [
    [
      'for wrong settings, naming every key',
      () => ({ OPERATOR_KEYS: 'nobody', LEADS_FROM: 'nowhere' }),
      /^The environment \(\.env\) is wrong: OPERATOR_KEYS [^\n]+; LEADS_FROM [^\n]+\.$/,
    ],
    ['for a PORT that is not a number', () => ({ PORT: 'http' }), /^PORT is not a port number: http\.$/],
    [
      'for a HOST of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^HOST is no address of this machine: 192\.0\.2\.1\.$/,
    ],
    ['for a damaged database', damagedDatabase, /^The database \S+ is damaged or not a database: [^\n]+\.$/],
  ]
  for (const [name, settings, sentence] of cases) {
    test(name, async () => {
      const { code, output } = await runStart({ ...serverEnvironment(), ...settings() })
      expect([code, output.trim()]).toEqual([1, expect.stringMatching(sentence)])
    })
  }

  test('for a port in use', async () => {
    const other = createServer()
    const port = takePort()
    await new Promise<void>((resolve) => other.listen(port, resolve))
    const { code, output } = await runStart(serverEnvironment(undefined, port))
    other.close()
    expect([code, output.trim()]).toEqual([1, `Port ${port} is in use: stop what listens there, or set PORT.`])
  })
})

function damagedDatabase() {
  const file = join(mkdtempSync(join(tmpdir(), 'damaged-')), 'site.db')
  writeFileSync(file, 'not a database '.repeat(1000))
  return { DATABASE_URL: `file:${file}` }
}

const hosts: [settings: Record<string, string>, reached: string[], not: string[]][] = [
  [{ HOST: '127.0.0.1', HOSTNAME: '::1' }, ['127.0.0.1'], ['::1']],
  // Shells and containers export the machine's name, which is no wish to listen there only.
  [{ HOSTNAME: hostname() }, ['127.0.0.1', '::1'], []],
]

for (const [settings, reached, not] of hosts) {
  test(`with ${JSON.stringify(settings)} the site listens there alone`, async () => {
    test.skip(!hasIPv6() && reached.includes('::1'), 'this machine has no IPv6')
    const environment = serverEnvironment()
    const { server } = await startServer({ ...environment, ...settings }, 'start')
    for (const host of reached) expect(await isListening(Number(environment.PORT), host), host).toBe(true)
    for (const host of not) expect(await isListening(Number(environment.PORT), host), host).toBe(false)
    await killServer(server, 'SIGTERM')
  })
}

test('a stopping site is not ready, and finishes the requests on open connections', async () => {
  const environment = serverEnvironment()
  const { server } = await startServer(environment)
  const port = Number(environment.PORT)
  const question = await askHalf(port, '/readyz')
  const message = await sendHalf(port)
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await expect.poll(() => isListening(port), patience).toBe(false)
  expect(await question.finish()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(await message.finish()).toMatch(/HTTP\/1\.1 201 Created\r\n/)
  expect(await exit).toBe(0)
})

test.describe('npm start', () => {
  test.skip(!existsSync('/proc/self/environ'), 'needs Linux to find the processes of a command')

  async function start(more: Record<string, string> = {}) {
    const environment = { ...serverEnvironment(), ...more }
    const run = runMarked(['npm', 'start'], environment)
    await expect.poll(run.output, { timeout: 60_000 }).toContain('The site is at')
    return { ...run, environment, port: Number(environment.PORT), address: `http://localhost:${environment.PORT}` }
  }

  type Site = Awaited<ReturnType<typeof start>>

  /** Sends a signal while a message is on its way; expects that the message is answered and that no process remains. */
  async function expectDrained(site: Site, send: () => void | Promise<void>) {
    const message = await sendHalf(site.port)
    await send()
    await expect.poll(() => isListening(site.port), patience).toBe(false)
    expect(await message.finish()).toMatch(/HTTP\/1\.1 201 Created\r\n[\s\S]*\r\nConnection: close\r\n/)
    await expect.poll(site.processes, patience).toEqual([])
    expect(count(site, 'SELECT count(*) FROM Lead')).toBe(1)
  }

  function count({ environment }: Site, sql: string): number {
    const file = environment.DATABASE_URL.replace('file:', '')
    // A database that was closed properly has no log file.
    expect(existsSync(`${file}-wal`)).toBe(false)
    const database = new Sqlite(file, { readonly: true })
    const found = database.prepare(sql).pluck().get()
    database.close()
    return Number(found)
  }

  test('SIGTERM: the request under way is answered, no process remains, and npm exits with 0', async () => {
    const site = await start()
    // An unused connection does not keep the server from ending.
    const unused = connect(site.port, '127.0.0.1')
    unused.on('error', () => undefined)
    await new Promise((resolve) => unused.once('connect', resolve))
    await expectDrained(site, () => void process.kill(site.pid, 'SIGTERM'))
    expect(await site.exit).toBe(0)
    unused.destroy()
  })

  test('Ctrl+C, which reaches all processes, and more signals do not cut a request off', async () => {
    const site = await start()
    await expectDrained(site, async () => {
      process.kill(-site.pid, 'SIGINT')
      await expect.poll(() => isListening(site.port), patience).toBe(false)
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(-site.pid, signal)
    })
  })

  test('a delivery that has begun is finished and recorded before the end', async () => {
    const webhook = await startWebhookSink()
    let release = () => {}
    webhook.answers = new Promise((resolve) => {
      release = resolve
    })
    const site = await start({
      LEADS_WEBHOOK_URL: `http://127.0.0.1:${webhook.port}/`,
      LEADS_WEBHOOK_SECRET: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTAxMjM0NTY3',
    })
    expect((await postLead(site.address))?.status).toBe(201)
    await expect.poll(() => webhook.requests, patience).toBe(1)
    process.kill(site.pid, 'SIGTERM')
    await expect.poll(() => isListening(site.port), patience).toBe(false)
    release()
    expect(await site.exit).toBe(0)
    expect(count(site, 'SELECT count(*) FROM Delivery WHERE deliveredAt IS NOT NULL')).toBe(1)
    await webhook.close()
  })

  test('SIGTERM during the set-up ends all its commands', async () => {
    const folder = copyProject()
    try {
      rmSync(join(folder, 'lib/chatbot/engine/generated'), { recursive: true, force: true })
      const run = runMarked(['npm', 'start'], serverEnvironment(), folder)
      await expect.poll(run.output, { timeout: 60_000, intervals: [20] }).toContain('Training the assistant')
      process.kill(run.pid, 'SIGTERM')
      await expect.poll(run.processes, patience).toEqual([])
      expect(run.output()).not.toContain('Building')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
