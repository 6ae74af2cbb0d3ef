import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrateDatabase } from '@/lib/database/migrate'
import { postgresqlMigrationsFolder, readMigrations } from '@/lib/database/migrations'
import { diffDatabase } from '@/lib/database/schema-engine'
import { derivePostgresqlSchema } from '@/scripts/database/postgresql-schema.mjs'
import { migrationsWith } from '../support/migrations'
import { beside, makeDatabase, queryDatabase } from '../support/postgresql'

const names = readMigrations(postgresqlMigrationsFolder).map(({ name }) => name)

let url: string

beforeEach(async () => {
  url = await makeDatabase()
})

describe('bringing a database up to date', () => {
  it('is done once by processes that start at once', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(url)))
    expect(applied.flat()).toEqual(names)
    expect(await migrateDatabase(url)).toEqual([])
  })

  it('adds what an older one lacks', async () => {
    await migrateDatabase(url)
    const next = migrationsWith({ '29991231000000_next': 'CREATE TABLE "Next" (id TEXT PRIMARY KEY); SELECT 1' })
    expect(await migrateDatabase(url, next)).toEqual(['29991231000000_next'])
  })

  it('leaves nothing of migrations that end with an error', async () => {
    const half = migrationsWith({ '29991231000000_half': 'CREATE TABLE "Half" (id TEXT); SELECT no_such_column' })
    await expect(migrateDatabase(url, half)).rejects.toThrow('no_such_column')
    expect(await queryDatabase(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([])
    expect(await migrateDatabase(url)).toEqual(names)
  })

  it.each([
    ['newer than the code', "UPDATE _prisma_migrations SET migration_name = '29991231000000_future'", /newer/],
    ['half migrated', 'UPDATE _prisma_migrations SET finished_at = NULL', /halfway/],
    ['made by edited migrations', "UPDATE _prisma_migrations SET checksum = 'x'", /edited/],
    ['another program’s', 'DROP TABLE _prisma_migrations', /another program/],
  ])('refuses one that is %s', async (_, spoil, message) => {
    await migrateDatabase(url)
    await queryDatabase(url, spoil)
    await expect(migrateDatabase(url)).rejects.toThrow(message)
  })

  it.each([
    ['is not there', () => beside(url, 'nowhere'), /There is no database nowhere on 127\.0\.0\.1:\d+: make it/],
    ['refuses the password', () => url.replace(/:[^:@]+@/, ':wrong-word@'), /refuses the user or password/],
    ['does not answer', () => url.replace(/:\d+\//, ':1/'), /does not answer \(ECONNREFUSED\)/],
  ])('says in a sentence, without a password, that one %s', async (_, address, message) => {
    const error = await migrateDatabase(address()).catch((reason: Error) => reason)
    expect(error).toMatchObject({ name: 'DatabaseRefused', message: expect.stringMatching(message) })
    expect(String(error)).not.toMatch(new RegExp(`wrong-word|${new URL(url).password}`))
  })

  it('leads to exactly the models, and to texts that sort by their bytes', async () => {
    await migrateDatabase(url)
    const content = derivePostgresqlSchema(readFileSync('prisma/schema.prisma', 'utf8'))
    expect(await diffDatabase(url, { path: 'schema.prisma', content })).toBe('')
    const wider = content.replace('model Lead {', 'model Lead {\n  extra DateTime? @db.Timestamptz(3)')
    expect(await diffDatabase(url, { path: 'schema.prisma', content: wider })).toContain('ADD COLUMN')
    const collations = await queryDatabase(
      url,
      `SELECT DISTINCT coalesce(collation_name, 'none') FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'text' AND table_name <> '_prisma_migrations'`,
    )
    expect(collations).toEqual([['C']])
  })
})

describe('a session', () => {
  it.each([
    ['in another time zone', '-c TimeZone=America/Toronto', /TimeZone=America\/Toronto/],
    ['that does not wait for the disk', '-c synchronous_commit=off -c TimeZone=UTC', /synchronous_commit=off/],
  ])('%s is not used', async (_, options, message) => {
    await migrateDatabase(url)
    const { openPostgresql } = await import('@/lib/database/postgresql/engine')
    await expect(openPostgresql(`${url}?options=${encodeURIComponent(options)}`)).rejects.toThrow(message)
  })

  it('of a database without migrations is not used', async () => {
    const { openPostgresql } = await import('@/lib/database/postgresql/engine')
    await expect(openPostgresql(url)).rejects.toMatchObject({ name: 'DatabaseAway' })
  })
})
