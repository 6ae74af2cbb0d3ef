import { copyFileSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { fileOf } from '@/lib/database/address'
import { closeDatabase } from '@/lib/database/client'
import { PrismaClient } from '@/lib/database/generated/client'
import { env } from '@/lib/env'
import { leadQuerySchema } from '@/lib/leads/query'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'

const file = env.DATABASE_URL.replace('file:', '')
const template = fileOf(inject('template'))
const operator = { Authorization: `Bearer ${operatorKey}` }

function removeDatabase() {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

async function health(headers: Record<string, string> = {}) {
  const { GET } = await import('@/app/readyz/route')
  return GET(new Request('http://localhost:3000/readyz', { headers }))
}

async function live() {
  const { GET } = await import('@/app/healthz/route')
  return (await GET(new Request('http://localhost:3000/healthz'))).status
}

async function post() {
  const { POST } = await import('@/app/api/contact/route')
  return (await POST(contactRequest(validContact))).status
}

function storedLeads(path = file): number {
  const database = new Sqlite(path, { readonly: true })
  const count = database.prepare('SELECT count(*) FROM Lead').pluck().get()
  database.close()
  return Number(count)
}

// What a readiness check found is shared for a while: each test gets modules, and so answers, of its own.
beforeEach(() => vi.resetModules())
afterEach(() => vi.useRealTimers())

describe('what a health check costs', () => {
  const queries: { query: string; params: string }[] = []

  beforeAll(async () => {
    await closeDatabase()
    removeDatabase()
    copyFileSync(template, file)
    fill(120_000)
    const log = [{ emit: 'event', level: 'query' } as const]
    const client = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: env.DATABASE_URL }), log })
    client.$on('query', ({ query, params }) => queries.push({ query, params }))
    await client.$queryRawUnsafe('PRAGMA journal_mode = WAL')
    await client.$queryRawUnsafe('PRAGMA user_version')
    const { databases } = globalThis as unknown as { databases: Map<string, unknown> }
    databases.set(env.DATABASE_URL, Promise.resolve({ client, check: () => undefined }))
  })

  beforeEach(() => {
    queries.length = 0
  })

  it('writes once for all who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => health()))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(queries.filter(({ query }) => /^INSERT INTO .*HealthCheck/.test(query))).toHaveLength(1)
  })

  it('counts the leads that wait, and finds the oldest of them', async () => {
    const { recentLeadCounts } = await import('@/lib/health/checks')
    const { listLeads, oldestUndelivered } = await import('@/lib/leads/list-store')
    expect(await recentLeadCounts()).toEqual({ undelivered: 40_000, abandoned: 20_000, quarantined: 12_000 })
    expect(await listLeads(leadQuerySchema.parse({ state: 'undelivered', limit: '5' }))).toHaveLength(6)
    expect(await oldestUndelivered()).toEqual(new Date('2026-01-01'))
  })
})

// A third waits, a sixth was given up, a tenth is held back; each on one channel or the other.
function fill(count: number) {
  const database = new Sqlite(file)
  const insert = database.prepare(
    `INSERT INTO Lead (id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language, quarantine)
     VALUES (?, ?, '', ?, 'n', 'e', 'c', 'p', 'm', 'en', ?)`,
  )
  const at = '2026-01-01T00:00:00.000+00:00'
  const columns = 'leadId, channel, queuedAt, dueAt, abandonedAt'
  const deliver = database.prepare(`INSERT INTO Delivery (${columns}) VALUES (?, ?, ?, ?, ?)`)
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const id = `id-${index}`
      insert.run(id, `key-${index}`, at, index % 10 === 0 ? 'honeypot' : null)
      const isOn = (every: number, rest: number) => (index % (2 * every) === rest ? at : null)
      deliver.run(id, 'mail', at, isOn(3, 0), isOn(6, 0))
      deliver.run(id, 'webhook', at, isOn(3, 3), isOn(6, 6))
    }
  })()
  database.close()
}

describe('while the database file is not the one that was opened', () => {
  beforeEach(async () => {
    await closeDatabase()
    removeDatabase()
    copyFileSync(template, file)
    expect(await post()).toBe(201)
  })

  afterEach(closeDatabase)

  it('is not ready and takes no lead when it is gone, makes none, and lives', async () => {
    removeDatabase()
    expect(await post()).toBe(503)
    const answer = await health()
    expect([answer.status, (await answer.json()).status]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await health(operator)).status).toBe(503)
    expect(await live()).toBe(200)
    expect(existsSync(file)).toBe(false)
  })

  it('takes up the same file again when it was only moved away for a while', async () => {
    renameSync(file, `${file}.aside`)
    expect(await post()).toBe(503)
    renameSync(`${file}.aside`, file)
    expect(await post()).toBe(201)
    expect(storedLeads()).toBe(2)
  })

  it('opens a migrated file once there is one, a second after it could not be opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await closeDatabase()
    removeDatabase()
    writeFileSync(file, '')
    for (let time = 0; time < 3; time++) expect(await post()).toBe(503)
    expect((await health()).status).toBe(503)
    expect(statSync(file).size).toBe(0)
    removeDatabase()
    copyFileSync(template, file)
    expect(await post()).toBe(503)
    vi.advanceTimersByTime(1000)
    expect(await post()).toBe(201)
  })
})

it('is not ready while another program holds the database, and is ready soon after', async () => {
  await closeDatabase()
  removeDatabase()
  copyFileSync(template, file)
  expect(await post()).toBe(201)
  vi.useFakeTimers({ toFake: ['performance'] })
  const other = new Sqlite(file)
  other.exec('BEGIN IMMEDIATE')
  expect((await health()).status).toBe(503)
  other.exec('ROLLBACK')
  other.close()
  vi.advanceTimersByTime(4_900)
  expect((await health()).status).toBe(503)
  vi.advanceTimersByTime(200)
  expect((await health()).status).toBe(200)
})
