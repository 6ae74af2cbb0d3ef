import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { builtFolder } from '../support/built'
import { postLead } from '../support/leads'
import { killServer, operatorKey, serverEnvironment, startServer, takePort } from '../support/server'
import { deliverySettings, readMail, startMailSink, startWebhookSink } from '../support/sinks'

const operator = { Authorization: `Bearer ${operatorKey}` }

function open(environment: { DATABASE_URL: string }) {
  return new Sqlite(environment.DATABASE_URL.replace('file:', ''))
}

function storedIds(environment: { DATABASE_URL: string }): string[] {
  const database = open(environment)
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return database.prepare('SELECT id FROM Lead').pluck().all() as string[]
  } finally {
    database.close()
  }
}

const crashes = 4

test('crashes in the middle of writing lose no lead that was answered, and double none', async () => {
  test.setTimeout(60_000 + crashes * 30_000)
  const environment = serverEnvironment()
  const rounds: string[][] = []
  while (rounds.length < crashes) {
    const answered: string[] = []
    rounds.push(answered)
    const { server, address } = await startServer(environment, 'start')
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const answer = await postLead(address)
        if (!answer) return
        if (answer.status === 201) answered.push(answer.body.id)
      }
    })
    // A few answers more each round, however long they take: the next ones are on their way when the crash comes.
    await until(() => answered.length >= rounds.length, 20_000)
    await killServer(server)
    await Promise.all(writers)
  }
  const stored = storedIds(environment)
  expect(rounds.flat().filter((id) => !stored.includes(id))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  expect(rounds.filter((answered) => answered.length === 0)).toEqual([])
})

// Without a failure of its own: what was lost is to be told first.
async function until(reached: () => boolean, maxMs: number) {
  const end = Date.now() + maxMs
  while (!reached() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('with a full disk leads get 503, pages are served, and leads are taken again once there is space', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]).status === 0
  test.skip(!mounted, 'a small disk of its own needs the right to mount one')
  const environment = serverEnvironment(folder)
  const { server, address, output } = await startServer(environment)
  try {
    const before = await postLead(address)
    expect(before?.status).toBe(201)
    const ballast = join(folder, 'ballast')
    fill(ballast)
    const message = 'x'.repeat(4900)
    let full = await postLead(address, { message })
    for (let attempt = 0; attempt < 400 && full?.status === 201; attempt++) full = await postLead(address, { message })
    expect(full?.status).toBe(503)
    expect((await fetch(`${address}/`)).status).toBe(200)
    await expect.poll(() => statusOf(address, '/readyz'), healthPatience).toBe(503)
    expect(await statusOf(address, '/healthz')).toBe(200)
    rmSync(ballast)
    await expect.poll(async () => (await postLead(address))?.status).toBe(201)
    await expect.poll(() => statusOf(address, '/readyz'), healthPatience).toBe(200)
    expect(storedIds(environment)).toContain(before?.body.id)
    expect(output()).toContain('database away')
  } finally {
    await killServer(server)
    spawnSync('umount', [folder])
  }
})

// What the health check found may be 5 seconds old.
const healthPatience = { timeout: 30_000 }

async function statusOf(address: string, path: string) {
  return (await fetch(address + path)).status
}

test('with the database file gone leads get 503 and health says so, until a database is there again', async () => {
  const environment = serverEnvironment()
  const { server, address, output } = await startServer(environment)
  const file = environment.DATABASE_URL.replace('file:', '')
  const empty = new Sqlite(file)
  empty.exec(`VACUUM INTO '${file}.empty'`)
  empty.close()
  const before = await postLead(address)
  expect(before?.status).toBe(201)

  renameSync(file, `${file}.moved`)
  expect((await postLead(address))?.status).toBe(503)
  await expect.poll(() => statusOf(address, '/readyz'), healthPatience).toBe(503)
  expect(await statusOf(address, '/healthz')).toBe(200)
  expect(await statusOf(address, '/fr/contact')).toBe(200)
  expect(existsSync(file)).toBe(false)

  // At once: half a copy would be a damaged database.
  renameSync(`${file}.empty`, file)
  const after = await postLead(address)
  expect(after?.status).toBe(201)
  await expect.poll(() => statusOf(address, '/readyz'), healthPatience).toBe(200)
  expect(output()).toContain('database file replaced')
  await killServer(server)
  expect(storedIds(environment)).toEqual([after?.body.id])
  expect(storedIds({ DATABASE_URL: `${file}.moved` })).toEqual([before?.body.id])
})

function fill(file: string) {
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' })
  } catch {
    // the disk is full, as intended
  }
}

test('with mail and webhook down, then flapping, then back, every lead arrives once under its own id', async () => {
  test.setTimeout(90_000)
  const mail = await startMailSink()
  const webhook = await startWebhookSink()
  mail.mood = 'refuse'
  webhook.mood = 'hang-up'
  const environment = { ...serverEnvironment(), ...deliverySettings(mail, webhook) }
  const { server, address } = await startServer(environment)
  const ids: string[] = []
  const send = async () => {
    const answer = await postLead(address)
    expect(answer?.status).toBe(201)
    ids.push(answer?.body.id)
  }
  for (let round = 0; round < 6; round++) {
    await send()
    mail.mood = (['refuse', 'hang-up', 'take'] as const)[round % 3] ?? 'take'
    webhook.mood = (['hang-up', 'redirect', 'take'] as const)[round % 3] ?? 'take'
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(await statusOf(address, '/readyz')).toBe(200)
  mail.mood = 'take'
  webhook.mood = 'take'
  const database = open(environment)
  const due = new Date().toISOString().replace('Z', '+00:00')
  await expect
    .poll(
      () => {
        // What waits for its next attempt is made due at once, so that the test does not wait for the back-off.
        database.exec(`UPDATE Delivery SET dueAt = '${due}' WHERE dueAt IS NOT NULL AND lastError IS NOT NULL`)
        return database
          .prepare("SELECT count(*) FROM Delivery WHERE channel IN ('mail', 'webhook') AND deliveredAt IS NULL")
          .pluck()
          .get()
      },
      { timeout: 60_000, intervals: [1000] },
    )
    .toBe(0)
  database.close()
  await killServer(server)
  const mailed = mail.mails.map((text) => readMail(text).headers.get('message-id'))
  expect(new Set(mailed)).toEqual(new Set(ids.map((id) => `<lead-${id}@localhost>`)))
  const posted = webhook.deliveries.map(({ headers }) => headers['webhook-id'])
  expect(new Set(posted)).toEqual(new Set(ids))
  await mail.close()
  await webhook.close()
})

test('two server processes on one file store and list the same leads', async () => {
  const environment = serverEnvironment()
  const first = await startServer(environment)
  const second = await startServer({ ...environment, PORT: String(takePort()) })
  // One process may find the file locked by the other for longer than it waits: its 503 asks to send the same again.
  const store = async (address: string) => {
    const key = randomUUID()
    await expect.poll(async () => (await postLead(address, {}, key))?.status).toBe(201)
  }
  await Promise.all(Array.from({ length: 40 }, (_, index) => store(index % 2 ? first.address : second.address)))
  for (const { address } of [first, second]) {
    const { leads } = await (await fetch(`${address}/api/contact`, { headers: operator })).json()
    expect(leads).toHaveLength(40)
  }
  await killServer(first.server)
  await killServer(second.server)
})

test.describe('on one server', () => {
  test.describe.configure({ mode: 'default' })
  const environment = { ...serverEnvironment(), LOG_LEVEL: 'debug' }
  let site: Awaited<ReturnType<typeof startServer>>

  test.beforeAll(async () => {
    site = await startServer(environment)
  })

  test.afterAll(() => killServer(site.server))

  test('while another program holds the database for 6 s leads get 503, pages are served, and then all is well', async () => {
    const { address } = site
    const before = storedIds(environment).length
    const other = open(environment)
    other.exec('BEGIN IMMEDIATE')
    const until = Date.now() + 6000
    while (Date.now() < until) {
      const answer = await postLead(address)
      expect(answer?.status).toBe(503)
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await fetch(`${address}/fr/contact`)).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    other.exec('ROLLBACK')
    other.close()
    expect((await postLead(address))?.status).toBe(201)
    expect(storedIds(environment)).toHaveLength(before + 1)
  })

  test('a request that dies half-sent stores nothing and harms nothing', async () => {
    const { address } = site
    const before = storedIds(environment).length
    await new Promise<void>((resolve) => {
      const socket = connect(Number(environment.PORT), 'localhost', () => {
        socket.write('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
        socket.write('Content-Length: 5000\r\n\r\n{"name":"half')
        setTimeout(() => socket.destroy(), 200)
      })
      socket.on('close', () => resolve())
    })
    expect((await postLead(address))?.status).toBe(201)
    expect(storedIds(environment)).toHaveLength(before + 1)
  })

  test('what a visitor typed is in the database and nowhere else', async () => {
    const { server, address, output } = site
    const mark = `canary-${Date.now()}`
    const canary = {
      name: `${mark}-name`,
      email: `${mark}-email@banque.example`,
      company: `${mark}-company`,
      phone: `+1 514 555 0100 ${mark}-phone`,
      message: `${mark}-message`,
    }
    expect((await postLead(address, canary))?.status).toBe(201)
    await postLead(address, { ...canary, email: `${mark}-wrong` })
    const other = open(environment)
    other.exec('BEGIN IMMEDIATE')
    expect((await postLead(address, canary))?.status).toBe(503)
    other.exec('ROLLBACK')
    other.close()
    for (const path of [
      '/',
      '/contact',
      '/fr/contact',
      '/api/contact',
      '/readyz',
      '/api/contact/token',
      '/no-such-page',
    ]) {
      expect(await (await fetch(address + path)).text()).not.toContain(mark)
    }
    await killServer(server)
    expect(output()).not.toContain(mark)
    const written = listFiles(builtFolder).filter((file) => readFileSync(file).includes(mark))
    expect(written).toEqual([])
  })
})

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
