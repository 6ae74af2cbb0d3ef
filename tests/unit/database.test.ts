import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrateDatabase, readMigrations } from '@/lib/database/migrate'
import { diffSchema } from '@/lib/database/schema-engine'
import { openDatabase } from '@/lib/database/sqlite'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'))
  file = join(folder, 'site.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

const names = readMigrations().map(({ name }) => name)

function migrationsUpTo(count: number, extra: Record<string, string> = {}): string {
  const target = join(folder, 'migrations')
  const kept = readMigrations().slice(0, count)
  for (const { name, sql } of [...kept, ...Object.entries(extra).map(([name, sql]) => ({ name, sql }))]) {
    mkdirSync(join(target, name), { recursive: true })
    writeFileSync(join(target, name, 'migration.sql'), sql)
  }
  return target
}

describe('bringing a database up to date', () => {
  it('makes leads of the conversations that asked to be contacted before there were such leads', async () => {
    await migrateDatabase(`file:${file}`, migrationsUpTo(3))
    const database = new Sqlite(file)
    const at = '2026-11-01T10:00:00.000+00:00'
    database.exec(`
      INSERT INTO ChatSession (id, language, startedAt, lastAt, contactAsked, mailNextAt)
        VALUES ('asked-session', 'fr', '${at}', '${at}', true, '${at}'), ('other-session', 'en', '${at}', '${at}', false, NULL);
      INSERT INTO ChatMessage (id, sessionId, role, content, sentAt)
        VALUES ('m2', 'asked-session', 'assistant', 'Volontiers.', '${at}'),
               ('m1', 'asked-session', 'user', 'Rappelez-moi au +33 1 99 00 12 34', '${at}')`)
    await migrateDatabase(`file:${file}`)
    expect(database.prepare('SELECT * FROM Lead').all()).toMatchObject([
      {
        source: 'chat',
        idempotencyKey: 'chat:asked-session',
        language: 'fr',
        mailNextAt: at,
        message: `[${at}] user: Rappelez-moi au +33 1 99 00 12 34\n\n[${at}] assistant: Volontiers.`,
      },
    ])
    expect(database.prepare('SELECT id FROM ChatSession ORDER BY id').pluck().all()).toEqual([
      'asked-session',
      'other-session',
    ])
    database.close()
  })

  it('creates an empty one, in a folder that is not there yet', async () => {
    const nested = `file:${join(folder, 'new', 'site.db')}`
    expect(await migrateDatabase(nested)).toEqual(names)
    expect(await migrateDatabase(nested)).toEqual([])
    // Nobody else on the machine may read the leads.
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700)
  })

  it('adds what an older one lacks and keeps its rows', async () => {
    await migrateDatabase(`file:${file}`)
    const next = migrationsUpTo(names.length, { '29991231000000_next': 'CREATE TABLE "Next" ("id" TEXT PRIMARY KEY);' })
    expect(await migrateDatabase(`file:${file}`, next)).toEqual(['29991231000000_next'])
  })

  it('gives the leads of an older one a key of their address', async () => {
    await migrateDatabase(`file:${file}`, migrationsUpTo(3))
    const database = new Sqlite(file)
    database.exec(`INSERT INTO Lead (id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language)
      VALUES ('1', '1', '1', '2026-11-01T00:00:00.000+00:00', 'A', 'Amelie@Banque.example', 'B', '1', 'C', 'fr')`)
    await migrateDatabase(`file:${file}`)
    const lead = database.prepare('SELECT emailKey, spamScore, quarantine FROM Lead').get()
    database.close()
    expect(lead).toEqual({ emailKey: 'amelie@banque.example', spamScore: 0, quarantine: null })
  })

  it.each([
    ['newer than the code', (db: Sqlite.Database) => copyLastMigration(db, '29991231000000_future'), /newer/],
    ['half migrated', (db: Sqlite.Database) => db.exec('UPDATE _prisma_migrations SET finished_at = NULL'), /halfway/],
    [
      'made by edited migrations',
      (db: Sqlite.Database) => db.exec("UPDATE _prisma_migrations SET checksum = 'x'"),
      /edited/,
    ],
    ['another program’s', (db: Sqlite.Database) => db.exec('DROP TABLE _prisma_migrations'), /another program/],
  ])('refuses one that is %s, and leaves it untouched', async (_, spoil, message) => {
    await migrateDatabase(`file:${file}`)
    const database = new Sqlite(file)
    spoil(database)
    database.close()
    const before = readFileSync(file)
    await expect(migrateDatabase(`file:${file}`)).rejects.toThrow(message)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it.each([
    ['no database at all', () => Buffer.from('this is a letter, not a database '.repeat(200))],
    ['a database with damaged pages', damagePages],
  ])('refuses %s, and leaves it untouched', async (_, spoiled) => {
    await migrateDatabase(`file:${file}`)
    const bytes = spoiled(readFileSync(file))
    writeFileSync(file, bytes)
    await expect(migrateDatabase(`file:${file}`)).rejects.toThrow(/damaged or not a database/)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })
})

function copyLastMigration(database: Sqlite.Database, name: string) {
  const last = database.prepare('SELECT * FROM _prisma_migrations').get() as Record<string, unknown>
  const columns = Object.keys(last)
  const insert = `INSERT INTO _prisma_migrations (${columns}) VALUES (${columns.map((column) => `@${column}`)})`
  database.prepare(insert).run({ ...last, id: name, migration_name: name })
}

function damagePages(bytes: Buffer): Buffer {
  const pageBytes = 4096
  return Buffer.concat([bytes.subarray(0, 2 * pageBytes), Buffer.alloc(bytes.length - 2 * pageBytes, 0xa5)])
}

it('has migrations that lead to exactly the models', async () => {
  const schema = { path: 'schema.prisma', content: readFileSync('prisma/schema.prisma', 'utf8') }
  expect(await diffSchema(readMigrations(), schema)).toBe('')
  const wider = schema.content.replace('model Lead {', 'model Lead {\n  extra String?')
  expect(await diffSchema(readMigrations(), { ...schema, content: wider })).toContain('ADD COLUMN "extra"')
})

it('opens with write-ahead logging and a sync at every commit', async () => {
  await migrateDatabase(`file:${file}`)
  const database = await openDatabase(`file:${file}`)
  expect(await database.$queryRawUnsafe('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await database.$queryRawUnsafe('PRAGMA synchronous')).toEqual([{ synchronous: 2n }])
  await database.$disconnect()
})

it('loads nothing of PostgreSQL', () => {
  const script = `
    const { getDatabase } = await import('./lib/database/client.ts')
    await (await getDatabase()).lead.count()
    const { createRequire } = await import('node:module')
    console.log(JSON.stringify(Object.keys(createRequire(process.cwd() + '/').cache)))`
  const loader = ['--import', 'tsx', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, loader, { encoding: 'utf8', env: { ...process.env } })
  expect(stderr).toBe('')
  const packages = new Set((JSON.parse(stdout) as string[]).map((file) => file.match(/node_modules\/([^/]+)/)?.[1]))
  expect(packages.has('better-sqlite3')).toBe(true)
  expect([...packages].filter((name) => name?.startsWith('pg'))).toEqual([])
})
