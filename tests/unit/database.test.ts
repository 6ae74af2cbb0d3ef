import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPostgresql } from '@/lib/database/address'
import { closeDatabase, getDatabase } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { migrateDatabase } from '@/lib/database/migrate'
import { migrationsFolderOf, readMigrations } from '@/lib/database/migrations'
import { routeHandler } from '@/lib/http/handler'
import { foldForSearch } from '@/lib/leads/search-text'
import {
  holdLock,
  makeEmptyDatabase,
  migrationsWith,
  runSqlAt,
  selectColumnAt,
} from '../support/database'
import { setForTest } from '../support/settings'

const siteUrl = String(process.env.DATABASE_URL)
const migrations = readMigrations(migrationsFolderOf(siteUrl))
const names = migrations.map(({ name }) => name)
const selectHistory =
  'SELECT migration_name FROM _prisma_migrations ORDER BY migration_name'

describe('migrating a database', () => {
  it('applies each migration once even if several processes start together', async () => {
    const url = await makeEmptyDatabase()
    const applied = await Promise.all(
      Array.from({ length: 3 }, () => migrateDatabase(url)),
    )

    expect(applied.flat()).toEqual(names)
    expect(await migrateDatabase(url)).toEqual([])
    expect(await selectColumnAt(url, selectHistory)).toEqual(names)
  })

  it('waits for the transactions of a running site', async () => {
    const url = await makeEmptyDatabase()
    await migrateDatabase(url)
    const release = await holdLock(url)
    const next = migrationsWith(url, {
      '29991231000000_next': 'ALTER TABLE "Lead" ADD COLUMN "next" TEXT',
    })
    const migrated = migrateDatabase(url, next)
    await pause(300)
    await release()

    expect(await migrated).toEqual(['29991231000000_next'])
  })

  it('rolls back a failed migration', async () => {
    const url = await makeEmptyDatabase()
    const half = migrationsWith(url, {
      '29991231000000_half':
        'CREATE TABLE "Half" (id TEXT); SELECT no_such_column',
    })

    await expect(migrateDatabase(url, half)).rejects.toThrow('no_such_column')

    expect(await migrateDatabase(url)).toEqual(names)
  })

  it('accepts the migrations of a newer release', async () => {
    const url = await makeEmptyDatabase()
    const newer = migrationsWith(url, {
      '29991231000000_newer': 'ALTER TABLE "Lead" ADD COLUMN "newer" TEXT',
    })
    const applied = await migrateDatabase(url, newer)

    const again = await migrateDatabase(url)

    expect(applied).toEqual([...names, '29991231000000_newer'])
    expect(again).toEqual([])
  })

  it('refuses another program’s database', async () => {
    const url = await makeEmptyDatabase()
    await migrateDatabase(url)
    await runSqlAt(url, 'DROP TABLE _prisma_migrations')

    await expect(migrateDatabase(url)).rejects.toThrow(
      'belongs to another program',
    )
  })
})

describe('migrations', () => {
  // Later migrations must let the previous release work with the new schema.
  it.each(migrations.filter(({ name }) => name > '20261124000001'))(
    'have no breaking statements in $name',
    ({ sql }) => {
      expect(breakingStatements(sql)).toEqual([])
    },
  )

  it('produce the columns of the Prisma models', async () => {
    const found = isPostgresql(siteUrl)
      ? `SELECT table_name AS model, column_name AS field, is_nullable = 'YES' AS optional FROM information_schema.columns WHERE table_schema = 'public'`
      : `SELECT m.name AS model, c.name AS field, c."notnull" = 0 AS optional FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`
    const columns = (await runSqlAt(siteUrl, found))
      .filter(({ model }) => model !== '_prisma_migrations')
      .map(
        ({ model, field, optional }) =>
          `${model}.${field}${optional ? '?' : ''}`,
      )

    expect(columns.sort()).toEqual(
      modelColumns(readFileSync('prisma/schema.prisma', 'utf8')).sort(),
    )
  })
})

it('a migration normalizes the search text of old leads like that of new ones', async () => {
  const url = await makeEmptyDatabase()
  await migrateDatabase(url, migrationsWith(url, {}, '20261128'))
  const stored = 'ｂａｎｃｏ\u00A0１º\u202Fm²… '
  const columns =
    'id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language, searchText'
  const insert = `INSERT INTO Lead (${columns}) VALUES ('1', '1', '', ?, '', '', '', '', '', 'es', ?)`
  await runSqlAt(url, insert, ['2026-11-22T09:00:00.000+00:00', stored])

  await migrateDatabase(url)
  expect(await selectColumnAt(url, 'SELECT searchText FROM Lead')).toEqual([
    foldForSearch(stored),
  ])
})

function breakingStatements(sql: string): string[] {
  const statements = sql.replace(/--.*$/gm, '').split(';')
  const created = [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE "(\w+)"/g)].map(
    ([, table]) => table,
  )
  return statements.filter((statement) => {
    if (
      /\bDROP (TABLE|COLUMN)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER COLUMN\b(?! "\w+" SET STORAGE\b)/i.test(
        statement,
      )
    )
      return true
    const unique = /CREATE UNIQUE INDEX "\w+" ON "(\w+)"/i.exec(statement)
    if (unique) return !created.includes(unique[1])
    return (
      /ADD COLUMN/i.test(statement) &&
      /ADD COLUMN(?=[^,]*NOT NULL)(?![^,]*DEFAULT)/i.test(statement)
    )
  })
}

/**
 * Lists every stored field of a Prisma schema as `Model.column`, followed by
 * `?` if the field is optional.
 */
function modelColumns(schema: string): string[] {
  const models = [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)]
  return models.flatMap(([, model, body = '']) => {
    const table = /^ +@@map\("(\w+)"\)/m.exec(body)?.[1] ?? model
    const fields = body.matchAll(
      /^ +(\w+) +(?:String|Int|BigInt|Boolean|Bytes|DateTime)\b(\??)(.*)$/gm,
    )
    return Array.from(
      fields,
      ([, field, optional, rest = '']) =>
        `${table}.${/@map\("(\w+)"\)/.exec(rest)?.[1] ?? field}${optional}`,
    )
  })
}

describe('the database client', () => {
  const question = (id: string) => ({
    id,
    text: id,
    language: 'en',
    lastAskedAt: new Date(),
  })

  it('keeps statements of other requests out of a transaction', async () => {
    const database = await getDatabase()
    const [inside, outside] = [randomUUID(), randomUUID()]
    const failing = database.$transaction(async (transaction) => {
      await transaction.unansweredQuestion.create({ data: question(inside) })
      await pause(100)
      throw new Error('undone')
    })
    await pause(50)

    const created = database.unansweredQuestion.create({
      data: question(outside),
    })
    const seen = database.unansweredQuestion.count({ where: { id: inside } })

    await expect(failing).rejects.toThrow('undone')
    await created
    const stored = await database.unansweredQuestion.findMany({
      where: { id: { in: [inside, outside] } },
    })
    expect(await seen).toBe(0)
    expect(stored.map(({ id }) => id)).toEqual([outside])
  })

  it('migrates an outdated database when it is first used', async () => {
    const url = await makeEmptyDatabase()
    await migrateDatabase(url, migrationsWith(url, {}, '20261122'))
    await closeDatabase()
    setForTest({ DATABASE_URL: url })
    onTestFinished(closeDatabase)

    const database = await getDatabase()

    expect(await database.lead.count()).toBe(0)
    expect(await selectColumnAt(url, selectHistory)).toEqual(names)
  })

  it('still works after a failed transaction', async () => {
    const database = await getDatabase()
    const id = randomUUID()
    const create = () =>
      database.unansweredQuestion.create({ data: question(id) })
    const failed = database.$transaction([create(), create()])
    const outcome = await failed.catch((error: unknown) => error)

    // Stores the same id again, which throws if the first row was stored after
    // all.
    await create()

    expect(outcome).toBeInstanceOf(Error)
    expect(await database.unansweredQuestion.count({ where: { id } })).toBe(1)
  })

  it('stores rows that arrive during a lock without blocking the event loop', async () => {
    const database = await getDatabase()
    const release = await holdLock(siteUrl)
    const delays = monitorEventLoopDelay({ resolution: 5 })
    delays.enable()
    const rows = Array.from({ length: 40 }, () => question(randomUUID()))
    const created = Promise.all(
      rows.map((data) => database.unansweredQuestion.create({ data })),
    )
    await pause(800)
    delays.disable()
    await release()
    await created

    expect(
      await database.unansweredQuestion.count({
        where: { id: { in: rows.map(({ id }) => id) } },
      }),
    ).toBe(40)
    expect(delays.max / 1e6).toBeLessThan(isPostgresql(siteUrl) ? 1000 : 300)
  })
})

describe('a route handler', () => {
  const onPostgresql = isPostgresql(siteUrl)

  async function answerTo(error: unknown) {
    const answer = await routeHandler(() => Promise.reject(error))(
      new Request('http://localhost:3000/api/contact'),
    )
    return answer.status
  }

  it('returns 500 for an unexpected conflict and logs only its code', async () => {
    const database = await getDatabase()
    const data = {
      id: randomUUID(),
      text: 'secret words',
      language: 'en',
      lastAskedAt: new Date(),
    }
    await database.unansweredQuestion.create({ data })

    const error = await database.unansweredQuestion
      .create({ data })
      .catch((reason: unknown) => reason)

    expect(await answerTo(error)).toBe(500)
    const code = onPostgresql ? '23505' : 'SQLITE_CONSTRAINT_PRIMARYKEY'
    expect(describeError(error)).toEqual({
      error: 'PrismaClientKnownRequestError',
      code,
    })
  })

  it('returns 500 for an invalid query', async () => {
    const database = await getDatabase()
    const error = await database
      .$queryRawUnsafe('SELECT nowhere FROM "Lead"')
      .catch((reason: unknown) => reason)

    expect(await answerTo(error)).toBe(500)
    expect(describeError(error)).toMatchObject({
      code: onPostgresql ? '42703' : 'SQLITE_ERROR',
      reason: undefined,
    })
  })

  it('returns 503 and logs a reason while the database is locked', async () => {
    const database = await getDatabase()
    const release = await holdLock()
    const error = await database.unansweredQuestion
      .deleteMany()
      .catch((reason: unknown) => reason)
    await release()
    expect(await answerTo(error)).toBe(503)

    const code = onPostgresql ? '55P03' : 'SQLITE_BUSY'
    const reason = `The database is locked or busy (${code}): end the program that holds a lock, or wait for it.`

    expect(describeError(error)).toMatchObject({ code, reason })
  })
})
