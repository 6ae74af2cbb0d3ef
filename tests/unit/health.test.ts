import { copyFileSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { closeDatabase } from '@/lib/database/client'
import { fileIdentity } from '@/lib/database/file'
import { PrismaClient } from '@/lib/database/generated/client'
import { env } from '@/lib/env'
import { leadQuerySchema } from '@/lib/leads/query'
import { operatorKey } from '../support/api'
import { contactRequest, validContact } from '../support/contact'

const file = env.DATABASE_URL.replace('file:', '')
const template = join(inject('databaseFolder'), 'template.db')
const operator = { Authorization: `Bearer ${operatorKey}` }

function removeDatabase() {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

async function health(headers: Record<string, string> = {}) {
  const { GET } = await import('@/app/api/health/route')
  return GET(new Request('http://localhost:3000/api/health', { headers }))
}

async function live() {
  const { GET } = await import('@/app/api/health/live/route')
  return (await GET(new Request('http://localhost:3000/api/health/live'))).status
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
    Object.assign(globalThis, { database: Promise.resolve({ client, identity: fileIdentity(file) }) })
  })

  beforeEach(() => {
    queries.length = 0
  })

  it('counts nothing for whoever is no operator, and writes once for all who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => health()))
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(Array(50).fill({ status: 'ok' }))
    expect((await health()).status).toBe(200)
    expect(queries.map(({ query }) => query)).toEqual([expect.stringMatching(/^INSERT INTO .*HealthCheck/)])
  })

  it('counts once for all operators who ask at the same time, by indexes alone', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => health(operator)))
    const { leads } = await (answers[0] as Response).json()
    expect(leads).toEqual({ undelivered: 40_000, abandoned: 20_000, quarantined: 12_000 })
    const counts = queries.filter(({ query }) => /COUNT/i.test(query))
    expect(counts).toHaveLength(3)
    const database = new Sqlite(file, { readonly: true })
    for (const { query, params } of counts) {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all(JSON.parse(params)) as { detail: string }[]
      const steps = plan.map(({ detail }) => detail).filter((detail) => /Lead/.test(detail))
      expect(steps.length).toBeGreaterThan(0)
      for (const step of steps) expect(step).toMatch(/^SEARCH .*USING (COVERING )?INDEX Lead_\w+_idx/)
    }
    database.close()
  })

  it('finds the leads that wait, and the oldest of them, without a look at the others', async () => {
    const { listLeads, oldestUndelivered } = await import('@/lib/leads/list-store')
    const query = leadQuerySchema.parse({ state: 'undelivered', limit: '5' })
    expect(await listLeads(query)).toHaveLength(6)
    expect(await oldestUndelivered()).toEqual(new Date('2026-01-01'))
    const database = new Sqlite(file, { readonly: true })
    expect(queries).toHaveLength(2)
    for (const { query, params } of queries) {
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all(JSON.parse(params)) as { detail: string }[]
      expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH .* Lead_undelivered_idx/)])
    }
    database.close()
  })
})

// A third waits, a sixth was given up, a tenth is held back; each on one channel or the other.
function fill(count: number) {
  const database = new Sqlite(file)
  const insert = database.prepare(
    `INSERT INTO Lead (id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language,
       quarantine, mailNextAt, webhookNextAt, mailAbandonedAt, webhookAbandonedAt)
     VALUES (?, ?, '', ?, 'n', 'e', 'c', 'p', 'm', 'en', ?, ?, ?, ?, ?)`,
  )
  const at = '2026-01-01T00:00:00.000+00:00'
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const either = (every: number) => [
        index % (2 * every) === 0 ? at : null,
        index % (2 * every) === every ? at : null,
      ]
      insert.run(`id-${index}`, `key-${index}`, at, index % 10 === 0 ? 'honeypot' : null, ...either(3), ...either(6))
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
    expect([answer.status, await answer.json()]).toEqual([503, { error: { code: 'unavailable' } }])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await health(operator)).status).toBe(503)
    expect(await live()).toBe(200)
    expect(existsSync(file)).toBe(false)
  })

  it('takes leads again, into the file that is there, once a migrated one is back', async () => {
    removeDatabase()
    expect(await post()).toBe(503)
    copyFileSync(template, file)
    expect(await post()).toBe(201)
    expect(storedLeads()).toBe(1)
    vi.resetModules()
    expect((await health()).status).toBe(200)
  })

  it('takes up the same file again when it was only moved away for a while', async () => {
    renameSync(file, `${file}.aside`)
    expect(await post()).toBe(503)
    renameSync(`${file}.aside`, file)
    expect(await post()).toBe(201)
    expect(storedLeads()).toBe(2)
  })

  it('keeps the leads of a file that was replaced in it, and none of them in the new one', async () => {
    renameSync(file, `${file}.before`)
    copyFileSync(template, file)
    expect(await post()).toBe(201)
    expect(await post()).toBe(201)
    expect(storedLeads()).toBe(2)
    await closeDatabase()
    expect(storedLeads(`${file}.before`)).toBe(1)
    const database = new Sqlite(file)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  })

  it('loses no lead when its write-ahead log is deleted', async () => {
    rmSync(`${file}-wal`)
    rmSync(`${file}-shm`)
    expect(await post()).toBe(201)
    expect(storedLeads()).toBe(2)
  })

  it.each([
    ['an empty file', () => writeFileSync(file, '')],
    ['no database', () => writeFileSync(file, 'this is a letter, not a database '.repeat(200))],
    ['a database without migrations', () => new Sqlite(file).exec('CREATE TABLE a (b)').close()],
    ['an older database', () => withMigrations("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%chat'")],
    ['a newer database', () => withMigrations("UPDATE _prisma_migrations SET migration_name = '2999' || id")],
  ])('does not use %s, and leaves it as it is', async (_, make) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    removeDatabase()
    make()
    const { mtimeMs, size } = statSync(file)
    for (let time = 0; time < 3; time++) expect(await post()).toBe(503)
    expect((await health()).status).toBe(503)
    expect(statSync(file)).toMatchObject({ mtimeMs, size })
    removeDatabase()
    copyFileSync(template, file)
    expect(await post()).toBe(503)
    // It is opened again a second after it could not be.
    vi.advanceTimersByTime(1000)
    expect(await post()).toBe(201)
  })
})

function withMigrations(statement: string) {
  copyFileSync(template, file)
  new Sqlite(file).exec(statement).close()
}

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
